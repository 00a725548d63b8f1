# Wraps and indents paragraphs.
import re


_BLANK = r"[ \t\n\v\f\r]"
_LETTER = r"[^\d\W]"
_WORD = r"[\w!\"'&.,?]"  # what a dash may stand behind
_DASH = rf"(?<={_WORD})-{{2,}}(?=\w)"
_HYPHEN = rf"-(?:(?<={_LETTER}{_LETTER}-)|(?<={_LETTER}-{_WORD}-))(?={_LETTER}-?{_LETTER})"
_PIECES = re.compile(rf"{_BLANK}+|{_DASH}|[^ \t\n\v\f\r]+?(?:{_HYPHEN}|(?={_BLANK}|\Z)|(?={_DASH}))")
_WORDS = re.compile(rf"{_BLANK}+|[^ \t\n\v\f\r]+")


def _chunks(text, hyphens):
    """The words of a text and the blanks between them, in order; with hyphens, parts of words."""
    return (_PIECES if hyphens else _WORDS).findall(text)


def _sentences(chunks):
    """Two blanks after the end of a sentence."""
    for at in range(len(chunks) - 1):
        word = chunks[at].rstrip("\"'")
        if chunks[at + 1] == " " and word[-1:] in (".", "!", "?") and word[-2:-1].islower():
            chunks[at + 1] = "  "
    return chunks


class TextWrapper:
    """The options of wrapping, and wrapping with them."""

    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True,
                 replace_whitespace=True, fix_sentence_endings=False, break_long_words=True,
                 drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None,
                 placeholder=" [...]"):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _split(self, text):
        """The words and blanks of a text."""
        text = text.expandtabs(self.tabsize) if self.expand_tabs else text
        if self.replace_whitespace:
            text = "".join([" " if mark in "\t\n\v\f\r" else mark for mark in text])
        chunks = _chunks(text, self.break_on_hyphens)
        return _sentences(chunks) if self.fix_sentence_endings else chunks

    def _line(self, rest, room):
        """Take the chunks of one line off the front of `rest`."""
        line, used = [], 0
        while rest and used + len(rest[0]) <= room:
            line.append(rest.pop(0))
            used += len(line[-1])
        if rest and len(rest[0]) > room:
            if self.break_long_words:
                left = room - used if room > 0 else 1
                if self.break_on_hyphens and len(rest[0]) > left:
                    hyphen = rest[0].rfind("-", 0, left)
                    if hyphen > 0 and rest[0][:hyphen].strip("-"):
                        left = hyphen + 1
                line.append(rest[0][:left])
                rest[0] = rest[0][left:]
            elif not line:
                line.append(rest.pop(0))
        if rest and not rest[0]:
            rest.pop(0)
        return line

    def _shortened(self, line, room, indent, lines):
        """The last line that is allowed, with the placeholder."""
        while line:
            if line[-1].strip() and sum(map(len, line)) + len(self.placeholder) <= room:
                lines.append(indent + "".join(line) + self.placeholder)
                return
            line.pop()
        if lines and len(lines[-1].rstrip()) + len(self.placeholder) <= self.width:
            lines[-1] = lines[-1].rstrip() + self.placeholder
        else:
            lines.append(indent + self.placeholder.lstrip())

    def wrap(self, text):
        """The lines of a paragraph, none longer than `width`."""
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            first = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(first) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        rest = self._split(text)
        lines = []
        while rest:
            indent = self.subsequent_indent if lines else self.initial_indent
            room = self.width - len(indent)
            if self.drop_whitespace and lines and rest[0].strip() == "":
                rest.pop(0)
            line = self._line(rest, room)
            if self.drop_whitespace and line and line[-1].strip() == "":
                line.pop()
            if not line:
                continue
            over = rest and (not self.drop_whitespace or len(rest) > 1 or rest[0].strip())
            if self.max_lines is not None and len(lines) + 1 >= self.max_lines and over:
                self._shortened(line, room, indent, lines)
                break
            lines.append(indent + "".join(line))
        return lines

    def fill(self, text):
        """The wrapped paragraph as one string."""
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **options):
    """The lines of a paragraph, none longer than `width`."""
    return TextWrapper(width=width, **options).wrap(text)


def fill(text, width=70, **options):
    """The wrapped paragraph as one string."""
    return TextWrapper(width=width, **options).fill(text)


def shorten(text, width, **options):
    """The text on one line of at most `width`, cut between words."""
    return fill(" ".join(text.split()), width, max_lines=1, **options)


def dedent(text):
    """Take away the blanks that every line begins with."""
    lines = ["" if line.strip() == "" else line for line in text.split("\n")]
    margin = None
    for line in lines:
        if line:
            indent = line[:len(line) - len(line.lstrip())]
            if margin is None:
                margin = indent
            while not indent.startswith(margin):
                margin = margin[:-1]
    return "\n".join([line[len(margin):] if line else line for line in lines])


def indent(text, prefix, predicate=None):
    """Put a prefix before each line that is not blank, or that the predicate takes."""
    chosen = predicate if predicate is not None else lambda line: line.strip() != ""
    return "".join([prefix + line if chosen(line) else line for line in text.splitlines(True)])
