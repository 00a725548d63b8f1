# Takes settings of how a notebook shows figures: qkv run --pictures chooses.


def set_matplotlib_formats(*formats, **options):
    """The picture engine writes what it is asked for."""


set_matplotlib_close = set_matplotlib_formats
