# Stands in for a notebook's shell, as far as lessons ask whether they run in one.


class _Shell:
    """What get_ipython() gives: its magics have no effect."""

    def run_line_magic(self, name, line, _stack_depth=1):
        """Nothing."""

    def run_cell_magic(self, name, line, cell):
        """Nothing."""

    magic = system = run_line_magic

    def __repr__(self):
        return "<ipykernel.zmqshell.ZMQInteractiveShell object>"


_shell = _Shell()


def get_ipython():
    """The shell in a notebook or lesson; None in a script."""
    import _pictures
    return _shell if _pictures.notebook() else None
