# The package that holds packaging.version; nothing else of it is there.
