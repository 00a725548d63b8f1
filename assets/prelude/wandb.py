# Stands in for Weights & Biases: a run that takes what it is given and sends nothing.


class _Anything(dict):
    """Takes any attribute and any call."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name] if name in self else _Anything()

    def __setattr__(self, name, value):
        self[name] = value

    def __call__(self, *args, **options):
        return _Anything()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False


run = None
config = _Anything()


def init(*args, config=None, **options):
    """Begins a run that nobody watches."""
    global run
    globals()["config"].update(config or {})
    run = _Anything(config=globals()["config"], **options)
    return run


def finish(*args, **options):
    """Ends it."""
    global run
    run = None


def _nothing(*args, **options):
    """Nothing is sent."""
    return _Anything()


log = watch = login = save = define_metric = alert = Image = Table = Histogram = Artifact = Settings = _nothing
