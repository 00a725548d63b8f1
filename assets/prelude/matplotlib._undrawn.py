# Stands in for a module of which nothing is drawn: each of its names is a function that is named when it is
# called. UNDRAWN in the Makefile has the names of such modules.

from matplotlib import Anything, lacking


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)

    def call(*args, **given):
        lacking(f"{__name__}.{name}")
        return Anything()
    return call
