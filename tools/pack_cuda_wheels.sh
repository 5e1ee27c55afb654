#!/bin/sh
# Collects what the CUDA gear needs on a GPU machine without a package index: the wheels of numba, numba-cuda and their
# dependencies for Python 3.12 on Linux x86_64, unpacked into one folder and packed into one archive.
#
#   tools/pack_cuda_wheels.sh            -> build/cuda-wheels/ and build/cuda-wheels.tar.xz
#   on the GPU machine:  tar xJf build/cuda-wheels.tar.xz -C build && PYTHONPATH=src:build/cuda-wheels python3 bench/cuda_run.py
set -eu
cd "$(dirname "$0")/.."
folder=build/cuda-wheels
downloads=build/cuda-downloads
python=${PYTHON:-python3}
version=${CUDA_PYTHON:-312}

rm -rf "$folder" "$downloads"
mkdir -p "$folder" "$downloads"
"$python" -m pip download --quiet --no-deps --only-binary=:all: --dest "$downloads" \
    --python-version "$version" --implementation cp --abi "cp$version" --abi abi3 --abi none \
    --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 --platform manylinux_2_26_x86_64 \
    --platform manylinux_2_24_x86_64 --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 --platform any \
    numba==0.68.1 llvmlite==0.50.0 numba-cuda==0.30.4 cuda-bindings==13.5.0 cuda-core==1.2.2 cuda-pathfinder==1.8.6 packaging
for wheel in "$downloads"/*.whl; do
    "$python" -m zipfile -e "$wheel" "$folder"
done

# Debug symbols, tests and headers make up most of the size, and nothing here needs them.
find "$folder" -name '*.so*' -exec strip --strip-unneeded {} + 2>/dev/null || true
find "$folder" -type d \( -name tests -o -name test \) -prune -exec rm -rf {} +
find "$folder" \( -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi' -o -name '*.c' -o -name '*.cpp' \) -delete
tar cJf build/cuda-wheels.tar.xz -C build --exclude=__pycache__ cuda-wheels
rm -rf "$downloads"
du -h build/cuda-wheels.tar.xz
