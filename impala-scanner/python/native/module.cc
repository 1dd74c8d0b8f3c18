// Python module `cif._cif`: a thin layer over libcif. cif/__init__.py has the public API.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "capsules.h"
#include "cif/version.h"
#include "errors.h"
#include "open_streams.h"
#include "options.h"
#include "python_table.h"

namespace nb = nanobind;

NB_MODULE(_cif, m) {
  using namespace cif::python;
  // Engines keep objects until the process ends, even beyond the end of Python.
  nb::set_leak_warnings(false);
  AddErrors(m);

  nb::class_<Options>(m, "Options")
      .def(nb::init<>())
      .def_rw("threads", &Options::threads)
      .def_rw("in_order", &Options::in_order)
      .def_rw("batch_rows", &Options::batch_rows)
      .def_rw("max_ahead_bytes", &Options::max_ahead_bytes)
      .def_rw("read_ahead_bytes", &Options::read_ahead_bytes)
      .def_rw("verify_checksums", &Options::verify_checksums)
      .def_rw("use_filters", &Options::use_filters)
      .def_rw("timestamp_unit", &Options::timestamp_unit)
      .def_rw("truncate_timestamps", &Options::truncate_timestamps)
      .def_rw("text_as_binary", &Options::text_as_binary)
      .def_rw("strings", &Options::strings);

  m.attr("__version__") = CIF_VERSION;
  m.def("metadata_of", &MetadataOf, nb::arg("schema"));
  nb::module_::import_("atexit").attr("register")(
      nb::cpp_function([] { OpenStreams::Get().Close(); }));

  nb::class_<StreamError>(m, "StreamError").def(nb::init<>()).def("raise_", &StreamError::Raise);

  nb::class_<PythonTable>(m, "Table")
      .def(nb::init<const std::string&, const std::string&, const std::vector<Named>&, nb::object,
                    const std::optional<Known>&>(),
           nb::arg("path"), nb::arg("io"), nb::arg("partitions"), nb::arg("files").none(),
           nb::arg("known") = nb::none())
      .def_prop_ro("columns", &PythonTable::columns)
      .def_prop_ro("splits", &PythonTable::splits)
      .def_prop_ro("rows", &PythonTable::rows)
      .def_prop_ro("table_file", &PythonTable::table_file)
      .def_prop_ro("files_opened", &PythonTable::files_opened)
      .def_prop_ro("bytes_read", &PythonTable::bytes_read)
      .def("only", &PythonTable::Only, nb::arg("splits"))
      .def("schema", &PythonTable::Schema)
      .def("scan", &PythonTable::Scan, nb::arg("columns"), nb::arg("conditions"),
           nb::arg("options"), nb::arg("failed") = nb::none(),
           nb::arg("rows") = std::pair<int64_t, int64_t>(0, -1))
      .def("contents", &PythonTable::Contents, nb::arg("columns"))
      .def("lookup", &PythonTable::LookUp);
}
