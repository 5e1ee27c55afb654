"""Machine code: made from functions in the rules language by way of LLVM, kept on disk, loaded and called."""
