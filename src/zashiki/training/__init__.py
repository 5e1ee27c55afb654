"""Training networks by self-play, on a GPU or slowly on a CPU; needs PyTorch (extra `train`)."""
