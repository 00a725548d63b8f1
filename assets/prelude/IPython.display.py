# Shows what a notebook shows: here as the text of it.
import _pictures
import re


class _Shown:
    """Something that a browser would draw."""

    def __init__(self, data=None, url=None, filename=None, **options):
        self.data = data

    def __repr__(self):
        return f"<IPython.core.display.{type(self).__name__} object>"

    def _text(self):
        return repr(self)


class Markdown(_Shown):
    """A text in Markdown."""

    def _text(self):
        return self.data


class HTML(_Shown):
    """A page: its words, without tags."""

    def _text(self):
        lines = re.sub(r"(?is)<(style|script)\b.*?</\1>", "", self.data or "")
        lines = re.sub(r"(?i)<(br|/p|/div|/tr|/h[1-6]|/li)\b[^>]*>", "\n", lines)
        lines = re.sub(r"<[^>]*>", " ", lines)
        for name, sign in (("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&quot;", '"'), ("&amp;", "&")):
            lines = lines.replace(name, sign)
        lines = [" ".join(line.split()) for line in lines.split("\n")]
        return "\n".join([line for line in lines if line])


class Latex(Markdown):
    """A formula."""


class Math(Markdown):
    """A formula."""


class Image(_Shown):
    """A picture of a file, which is not read."""


class SVG(_Shown):
    """A picture."""


class Audio(_Shown):
    """A sound, which is not played."""

    def __repr__(self):
        return "<IPython.lib.display.Audio object>"


def display(*objs, raw=False, **options):
    """In a notebook shows each: figures as pictures, the others as text, as an echo does. A script prints them."""
    if not _pictures.notebook():
        print(*objs)
        return
    for obj in objs:
        own = getattr(type(obj), "_ipython_display_", None)
        if own is not None:
            own(obj)
        elif isinstance(obj, _Shown):
            print(obj._text())
        elif type(obj).__name__ == "Figure" and hasattr(obj, "show"):
            obj.show()
        elif raw:
            print(obj.get("text/plain", ""))
        else:
            print(_pictures.pretty(obj))


def display_html(*objs, **options):
    """As display."""
    display(*objs)


display_markdown = display_html


def clear_output(wait=False):
    """What is printed stays."""


def set_matplotlib_formats(*formats, **options):
    """Pictures are what --pictures makes of them."""
