# Stands in for progress bars, which PyTorch programs draw on standard error: here the bar is not drawn, the
# loop runs as it would.


class tqdm:
    """Gives what the iterable gives."""

    def __init__(self, iterable=None, desc=None, total=None, **options):
        self.iterable = iterable
        self.desc = desc
        self.total = len(iterable) if total is None and hasattr(iterable, "__len__") else total
        self.n = 0

    def __iter__(self):
        return iter(self.iterable)

    def __len__(self):
        return self.total

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False

    def update(self, n=1):
        """Count steps."""
        self.n += n

    def set_description(self, desc=None, refresh=True):
        """Remember the text before the bar."""
        self.desc = desc

    def set_postfix(self, *values, **named):
        """The text behind the bar is not kept."""

    def set_postfix_str(self, s="", refresh=True):
        """The text behind the bar is not kept."""

    def close(self):
        """There is nothing to close."""

    @staticmethod
    def write(s, file=None, end="\n"):
        """Print a line beside the bar."""
        print(s, file=file, end=end)


def trange(*args, **options):
    """tqdm over a range."""
    return tqdm(range(*args), **options)
