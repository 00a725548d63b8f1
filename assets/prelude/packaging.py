# Holds packaging.version; nothing else of the package is there.
