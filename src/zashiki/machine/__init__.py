"""Machine code: made from functions by Numba and LLVM, kept on disk, loaded and called without Numba."""
