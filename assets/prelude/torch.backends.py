# Holds the libraries that a PyTorch may have been built with; each is a module of its own.
