# Takes animations, which are told to be not drawn; the figure shows its first frame.

from matplotlib import Anything, lacking


class Animation:
    """A figure that would move."""

    def __init__(self, fig, *args, **given):
        lacking("an animation behind its first frame")
        self.event_source = Anything()

    def save(self, filename, writer=None, *args, **given):
        """No film is written."""
        lacking("a film")

    def to_jshtml(self, *args, **given):
        """No film is made."""
        return ""

    to_html5_video = to_jshtml


class FuncAnimation(Animation):
    """A function draws each frame: it is called for the first one."""

    def __init__(self, fig, func, frames=None, init_func=None, fargs=None, save_count=None, **given):
        super().__init__(fig)
        if init_func is not None:
            init_func()
        frames = frames() if callable(frames) else range(frames) if isinstance(frames, int) else [0] if frames is None else frames
        for frame in frames:
            func(frame, *(fargs or ()))
            break


class _Writer(Anything):
    def __init__(self, *args, **given):
        pass


PillowWriter = FFMpegWriter = ImageMagickWriter = HTMLWriter = _Writer
writers = Anything()
