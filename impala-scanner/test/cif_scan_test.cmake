# Runs cif-scan as a user would: rows of every golden split, the JSON object, errors.

file(GLOB LINES ${ROOT}/*.jsonl)
if(NOT LINES)
  message(FATAL_ERROR "no golden files in ${ROOT}")
endif()
foreach(FILE ${LINES})
  get_filename_component(NAME ${FILE} NAME_WE)
  execute_process(COMMAND ${EMULATOR} ${SCAN} ${ROOT}/${NAME} --jsonl OUTPUT_VARIABLE GOT RESULT_VARIABLE CODE)
  file(READ ${FILE} WANTED)
  if(NOT CODE EQUAL 0 OR NOT "${GOT}" STREQUAL "${WANTED}")
    message(FATAL_ERROR "cif-scan ${NAME} --jsonl: exit code ${CODE}, or other rows than ${FILE}")
  endif()
endforeach()

function(expect CODE PATTERN)
  execute_process(COMMAND ${EMULATOR} ${SCAN} ${ARGN} OUTPUT_VARIABLE OUT ERROR_VARIABLE ERR RESULT_VARIABLE GOT)
  if(NOT GOT EQUAL ${CODE} OR NOT "${OUT}${ERR}" MATCHES "${PATTERN}")
    message(FATAL_ERROR "cif-scan ${ARGN}: exit code ${GOT}, ${OUT}${ERR}")
  endif()
endfunction()

expect(0 "\\{\"rows\":300,\"seconds\":\\[[0-9.]+,[0-9.]+\\],\"bytes_read\":[0-9]+,\"result\":300\\}"
  ${ROOT}/auto --count --repeat 2)
expect(0 "\"rows\":100," ${ROOT}/encodings --count --where-eq runs=3 --where-contains "html=page 15")
expect(0 "\"rows\":3000,.*\"constant\":370370367000" ${ROOT}/encodings --sum --columns constant --threads 2)
expect(0 "\"count\":3,.*text/html" ${ROOT}/encodings --distinct --columns words)
expect(1 "the table has no such column" ${ROOT}/auto --columns nowhere)
expect(0 "\"result\":{\"c1 map_string_string_\\[.key-2.\\]\":101,"
  ${ROOT}/dcsl --sum --map-key "c1 map_string_string_=key-2" --map-key "c0 map_string_int_=a']b")
expect(1 "does not exist" ${ROOT}/nowhere --count)
expect(1 "is no value of type int" ${ROOT}/auto --where-eq "c3 int=x")

function(looked_up WANTED)
  execute_process(COMMAND ${EMULATOR} ${SCAN} ${ROOT}/../filters/table --jsonl ${ARGN} OUTPUT_VARIABLE OUT ERROR_VARIABLE ERR)
  if(NOT "${OUT}${ERR}" STREQUAL "${WANTED}")
    message(FATAL_ERROR "cif-scan ${ARGN}: ${OUT}${ERR}")
  endif()
endfunction()

looked_up("{\"n\":119}\n{\"n\":238}\n"
  --columns n --key guid=3c6ef362-guid-0002 --key "run=1, event='31'" --threads 2)
looked_up("" --columns n --key "guid='a,b'' c'")
foreach(BAD "guid" "=1" "n=1," ",n=1" "n=1,run" "guid='a" "guid='a'b" "guid='a''")
  expect(105 "--key ${BAD}: expected a=1,b=2" ${ROOT}/../filters/table --key "${BAD}")
endforeach()
expect(105 "n stands there twice" ${ROOT}/../filters/table --key "n=1,n=2")
expect(1 "'x' is no value of type int" ${ROOT}/../filters/table --key "n=x")
expect(108 "excludes" ${ROOT}/../filters/table --key "n=1" --where-eq n=1)
