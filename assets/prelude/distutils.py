# The package that holds distutils.version; nothing else of it is there.
