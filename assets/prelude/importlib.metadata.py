# The versions of packages: of those that are here.


class PackageNotFoundError(ModuleNotFoundError):
    """There is no such package."""

    def __str__(self):
        return f"No package metadata was found for {self.args[0]}"


def version(distribution_name):
    """As the package itself says."""
    import importlib
    try:
        return importlib.import_module(distribution_name).__version__
    except (ImportError, AttributeError):
        raise PackageNotFoundError(distribution_name)
