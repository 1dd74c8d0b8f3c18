# The tarball of bin/dist, and the list of what it holds of others.

stage_tarball() {
  stage_java
  stage_native
  mkdir -p "$stage/bin/lib" "$stage/doc"
  cp "$source/bin/cif" "$stage/bin/"
  cp "$source/bin/lib/launch.sh" "$stage/bin/lib/"
  cp -r "$source/sql" "$source/licenses" "$source/LICENSE" "$source/NOTICE" "$stage/"
  # The pages as in the source tree, so that their links work.
  (cd "$source" && find . -name '*.md' -o -path './docs/*' -type f | grep -v '/target/\|/build\|/packaging/' |
    xargs -d '\n' cp --parents -t "$stage/doc")
  cp "$source/packaging/README.md" "$stage/"
  logged bom python3 packaging/bom.py --source "$source" --stage "$stage" --version "$version" \
    --licences packaging/licences.tsv --out "$out/cif-$version.cdx.json"
  logged faults python3 packaging/faults.py --bom "$out/cif-$version.cdx.json" --table packaging/fixed-versions.tsv
  cp "$out/cif-$version.cdx.json" "$stage/"
}

pack_tarball() {
  tar -C "$(dirname "$stage")" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
    --mtime="@$SOURCE_DATE_EPOCH" --format=gnu -cf - "cif-$version" | gzip -n > "$out/cif-$version-bin.tar.gz"
}
