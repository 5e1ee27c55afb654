#!/bin/sh
# Compiles what a training needs on an H200 without having one, for a machine with Python 3.12 and PyTorch and no Numba.
#
#   PYTHON=/path/to/python3.12 tools/pack_kernels.sh      -> build/kernels/, 6 MB; copy it over, it is git-ignored
#   on the GPU machine:  PYTHONPATH=src:. python3 bench/cuda_train.py --kernels build/kernels --out FOLDER --wall 540 akiwado …
#
# 6 minutes on one core; what has not changed since the last time is not compiled again.
set -eu
cd "$(dirname "$0")/.."
venv=build/kernels-venv
if [ ! -x "$venv/bin/python" ]; then
    "${PYTHON:-python3.12}" -m venv "$venv"
    "$venv/bin/pip" install --quiet numpy==2.5.2 torch numba==0.68.1 llvmlite==0.50.0 numba-cuda==0.30.4 cuda-bindings==13.5.0 \
        cuda-core==1.2.2 cuda-pathfinder==1.8.6 'nvidia-nvvm==13.0.*' 'nvidia-cuda-nvrtc==13.0.*' 'nvidia-nvjitlink==13.0.*'
fi
mkdir -p build/kernels
ZASHIKI_CACHE=build/kernels PYTHONPATH=src:. "$venv/bin/python" -m tools.compile_cuda
PYTHONPATH=src:. "$venv/bin/python" bench/cuda_train.py --digests --kernels build/kernels --device cpu
du -sh build/kernels
