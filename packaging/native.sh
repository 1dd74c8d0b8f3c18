# The C++ and Python part of bin/dist.

# Run path of all that is installed: shared libraries find those beside them without further settings.
origin='$ORIGIN;$ORIGIN/../lib'

build_native() {
  # No path of this machine gets into a binary.
  export CFLAGS="-ffile-prefix-map=$work=." CXXFLAGS="-ffile-prefix-map=$work=."
  # Static and shared libraries are compiled of the same sources by the same flags: the second time ccache has them.
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_DIR=${CCACHE_DIR:-$PWD/impala-scanner/build/ccache}
  configure_native "$origin" '$ORIGIN' '${pcfiledir}/../..' -DCMAKE_INSTALL_PREFIX=/cif -DCMAKE_INSTALL_LIBDIR=lib
  install_native "$work/native"
}

# Configures both builds: the paths in which installed files, and the extension, look for libraries, what
# pkg-config takes for the folder, and more arguments.
configure_native() {
  local kind shared install_path=$1 extension_path=$2 pc_prefix=$3
  shift 3
  for kind in static shared; do
    shared=$([ "$kind" = shared ] && echo ON || echo OFF)
    # Linked as installed: else the room for the build's own path stays in a binary.
    logged native cmake -S "$source/impala-scanner" -B "$work/build-$kind" -G Ninja -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_BUILD_WITH_INSTALL_RPATH="$shared" \
      -DBUILD_SHARED_LIBS="$shared" -DCIF_TOOLS="$shared" -DCIF_TESTS=OFF \
      -DCIF_DUCKDB="$([ "$kind" = static ] && echo ON || echo OFF)" -DCMAKE_INSTALL_RPATH="$install_path" \
      -DCMAKE_BUILD_RPATH="$([ "$kind" = static ] && echo "$extension_path" || true)" -DCIF_PC_PREFIX="$pc_prefix" "$@"
  done
}

# Builds, and installs below a folder: static first, so that pkg-config finds the shared libraries. Always: a file of
# the same second is not the same file.
install_native() {
  local kind
  export CMAKE_INSTALL_ALWAYS=1
  for kind in static shared; do
    logged native cmake --build "$work/build-$kind"
    DESTDIR=$1 logged native cmake --install "$work/build-$kind" --strip
  done
}

extension() {
  printf '%s' "$work/build-static/duckdb/cif.duckdb_extension"
}

# The extension before DuckDB's metadata are appended, as the wheel has it.
library() {
  printf '%s' "$work/build-static/duckdb/cif.so"
}

stage_native() {
  cp -a "$work/native/cif/." "$stage/"
  cp "$(extension)" "$stage/lib/"
  # A bare Debian has no Snappy; other systems have other versions of all of them.
  local name
  for name in $(bundled_libraries "$stage"); do
    cp -L "/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/$name" "$stage/lib/"
  done
}

# The compression libraries that libcif links, by soname.
bundled_libraries() {
  readelf -d "$1/lib/libcif.so" | sed -n 's/.*(NEEDED).*\[\(lib\(z\|snappy\|lz4\|zstd\)\.so.*\)\]/\1/p'
}

build_wheel() {
  local venv=$work/venv
  logged wheel python3 -m venv "$venv"
  logged wheel "$venv/bin/pip" install --disable-pip-version-check -r packaging/wheel-requirements.txt
  logged wheel "$venv/bin/pip" wheel --no-deps --no-build-isolation -w "$work/wheels" \
    --config-settings=cmake.define.CIF_INSTALLED=ON --config-settings=cmake.define.CMAKE_PREFIX_PATH="$work/native/cif" \
    --config-settings=cmake.define.CIF_DUCKDB=ON --config-settings=cmake.define.CIF_DUCKDB_LIBRARY="$(library)" \
    "$source/impala-scanner/python"
  PATH=$venv/bin:$PATH logged wheel "$venv/bin/auditwheel" repair -w "$out" "$work"/wheels/*.whl
}
