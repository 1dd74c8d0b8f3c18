# The Debian package of bin/dist: the tarball's files where Debian has such files.

pack_deb() {
  local arch multiarch root=$work/deb name
  arch=$(dpkg --print-architecture)
  multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
  rm -rf "$root"
  # Debian's own libraries: no path to any is in the binaries.
  configure_native '' '' /usr -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR="lib/$multiarch"
  install_native "$root"

  local share=$root/usr/share/cif doc=$root/usr/share/doc/cif
  mkdir -p "$share" "$doc" "$root/usr/lib/cif" "$root/usr/share/bash-completion/completions" "$root/usr/share/man/man1" \
    "$root/DEBIAN"
  cp -r "$stage/java" "$stage/jars" "$stage/sql" "$share/"
  mkdir -p "$share/bin"
  cp -r "$stage/bin/cif" "$stage/bin/lib" "$share/bin/"
  ln -s ../share/cif/bin/cif "$root/usr/bin/cif"
  cp "$(extension)" "$root/usr/lib/cif/"
  cp -r "$stage/doc/." "$stage/licenses" "$stage/NOTICE" "$stage/cif-$version.cdx.json" "$doc/"
  cp packaging/copyright "$doc/"
  "$stage/bin/cif" generate-completion > "$root/usr/share/bash-completion/completions/cif"
  for name in cif cif-scan; do
    manual_page "$name" | gzip -n9 > "$root/usr/share/man/man1/$name.1.gz"
  done
  printf 'cif (%s) unstable; urgency=medium\n\n  * Built by bin/dist of the sources.\n\n -- %s  %s\n' \
    "$(deb_version)" "$(deb_maintainer)" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -n9 > "$doc/changelog.gz"

  local library
  library=$(basename "$(readlink -f "$root/usr/lib/$multiarch/libcif.so")")
  control "$arch" "$root" > "$root/DEBIAN/control"
  for name in libcif libcif_arrow; do
    printf '%s %s cif (>= %s)\n' "$name" "$(sed 's/libcif\.so\.\([0-9]*\.[0-9]*\)\..*/\1/' <<< "$library")" "$(deb_version)"
  done > "$root/DEBIAN/shlibs"
  echo 'activate-noawait ldconfig' > "$root/DEBIAN/triggers"
  (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
  chmod -R u=rwX,go=rX "$root"
  # The jars are compressed: xz would take long and save nothing.
  logged deb dpkg-deb --root-owner-group -Zgzip --build "$root" "$out/cif_$(deb_version)_$arch.deb"
}

# 0.1.0~snapshot is older than 0.1.0, as 0.1.0-SNAPSHOT is.
deb_version() {
  local lower=${version,,}
  printf '%s' "${lower//-/\~}"
}

# Prints the maintainer of the package, from the variables that Debian's other tools read.
deb_maintainer() {
  printf '%s <%s>' "${DEBFULLNAME:-The authors of CIF}" "${DEBEMAIL:-cif@localhost}"
}

control() {
  local arch=$1 root=$2 shlibs
  mkdir -p "$work/shlibs/debian"
  printf 'Source: cif\n\nPackage: cif\nArchitecture: any\n' > "$work/shlibs/debian/control"
  shlibs=$(cd "$work/shlibs" && dpkg-shlibdeps -O -l"$root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)" --ignore-missing-info \
    "$root/usr/bin/cif-scan" "$root"/usr/lib/*/libcif*.so "$root/usr/lib/cif/cif.duckdb_extension" 2> "$work/shlibs.log")
  cat << END
Package: cif
Version: $(deb_version)
Architecture: $arch
Maintainer: $(deb_maintainer)
Installed-Size: $(du -k -s --apparent-size "$root/usr" | cut -f1)
Depends: default-jre-headless (>= 2:1.17) | java17-runtime-headless, ${shlibs#shlibs:Depends=}
Suggests: libsnappy-dev, liblz4-dev, libzstd-dev, zlib1g-dev
Section: database
Priority: optional
Description: column-oriented storage format for Hadoop, Hive and C++
 CIF keeps each column of a table in files of its own, so that a query reads
 the columns that it names, and a new column is new files and nothing else.
 .
 This package has the command cif, with a Hive that runs inside of it, the jars
 for Hive, MapReduce and HDFS in /usr/share/cif/jars, the library libcif with
 its headers, the command cif-scan, and an extension for DuckDB.
END
}

# A manual page that says what --help says.
manual_page() {
  local help
  help=$("$stage/bin/$1" --help)
  help=${help//"$stage/bin/"/}
  printf '.TH %s 1 "%s" "CIF %s"\n.SH NAME\n' "${1^^}" "$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)" "$version"
  case $1 in
    cif) echo 'cif \- loads, shows and checks CIF tables, and runs SQL over them' ;;
    cif-scan) echo 'cif-scan \- reads CIF tables without a JVM' ;;
  esac
  printf '.SH DESCRIPTION\n.nf\n'
  sed 's/\\/\\e/g; s/-/\\-/g; s/^\([.'"'"']\)/\\\&\1/' <<< "$help"
  printf '.fi\n'
}
