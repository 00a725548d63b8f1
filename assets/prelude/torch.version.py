# Tells what a PyTorch says about how it was built.

__version__ = "1.13.0a0"
debug = False
cuda = None
git_version = "Unknown"
hip = None
