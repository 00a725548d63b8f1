# Tells the versions of packages: of those that are here.


class PackageNotFoundError(ModuleNotFoundError):
    """There is no such package."""

    def __str__(self):
        return f"No package metadata was found for {self.args[0]}"


def version(distribution_name):
    """As the package itself says; Debian's torch adds a part to that."""
    import importlib
    if distribution_name == "torch":
        return "1.13.0a0+gitunknown"
    try:
        return importlib.import_module(distribution_name).__version__
    except (ImportError, AttributeError):
        raise PackageNotFoundError(distribution_name)


def requires(distribution_name):
    """What a package needs is not known: only that it is there."""
    version(distribution_name)
