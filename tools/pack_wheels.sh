#!/bin/sh
# Collects what the compiled gears and `bench/ladder_run.py` need on a machine without a package index: the wheel of llvmlite, and of
# OpenSpiel only its IS-MCTS, for Python 3.12 on Linux x86_64, unpacked into one folder and packed into one archive.
#
#   tools/pack_wheels.sh          -> build/wheels/ and build/wheels.tar.xz
#   OPENSPIEL=no tools/pack_wheels.sh     without IS-MCTS: 36 MB instead of 41
#   there:  tar xJf build/wheels.tar.xz -C build && PYTHONPATH=src:build/wheels python3 bench/ladder_run.py …
set -eu
cd "$(dirname "$0")/.."
folder=build/wheels
downloads=build/downloads
python=${PYTHON:-python3}
version=${FOR_PYTHON:-312}
spiel="open_spiel==2.0.2 absl-py"
[ "${OPENSPIEL:-yes}" = yes ] || spiel=

rm -rf "$folder" "$downloads"
mkdir -p "$folder" "$downloads"
# shellcheck disable=SC2086
"$python" -m pip download --quiet --no-deps --only-binary=:all: --dest "$downloads" \
    --python-version "$version" --implementation cp --abi "cp$version" --abi abi3 --abi none \
    --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 --platform manylinux2014_x86_64 --platform any \
    llvmlite==0.50.0 $spiel
for wheel in "$downloads"/*.whl; do
    "$python" -m zipfile -e "$wheel" "$folder"
done

# Of OpenSpiel the search and the module it is built on; of everything no tests and no debug symbols.
if [ -n "$spiel" ]; then
    mv "$folder/open_spiel" "$folder/open_spiel.whole"
    mkdir -p "$folder/open_spiel/python/algorithms"
    cp "$folder/open_spiel.whole/python/algorithms/ismcts.py" "$folder/open_spiel/python/algorithms/"
    for part in open_spiel open_spiel/python open_spiel/python/algorithms; do
        : > "$folder/$part/__init__.py"
    done
    rm -rf "$folder/open_spiel.whole"
fi
find "$folder" -name '*.so*' -exec strip --strip-unneeded {} + 2>/dev/null || true
find "$folder" -type d \( -name tests -o -name test -o -name testing \) -prune -exec rm -rf {} +
tar c -C build --exclude=__pycache__ wheels | xz --x86 --lzma2=preset=7,dict=192MiB > build/wheels.tar.xz
rm -rf "$downloads"
du -h build/wheels.tar.xz
