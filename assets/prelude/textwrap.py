# Wrapping and indenting of paragraphs.


def _splits_after(text, at):
    """Whether a line may end after the hyphen at `at`: between two words of letters."""
    before, after = text[max(at - 2, 0):at], text[at + 1:at + 3]
    return len(before) == 2 and before.isalnum() and before[-1].isalpha() and (
        len(after) == 2 and after.isalnum() and not after.isdigit())


def _chunks(text):
    """The words of a text and the blanks between them, in order."""
    chunks = []
    for at, mark in enumerate(text):
        blank = mark == " "
        if at == 0 or blank != (text[at - 1] == " ") or (
                text[at - 1] == "-" and _splits_after(text, at - 1)):
            chunks.append(mark)
        else:
            chunks[-1] += mark
    return chunks


def wrap(text, width=70, *, initial_indent="", subsequent_indent="", expand_tabs=True,
         replace_whitespace=True, drop_whitespace=True, break_long_words=True, max_lines=None,
         placeholder=" [...]"):
    """The lines of a paragraph, none longer than `width`."""
    text = text.expandtabs() if expand_tabs else text
    if replace_whitespace:
        text = "".join([" " if mark in "\t\n\v\f\r" else mark for mark in text])
    rest = _chunks(text)
    lines = []
    while rest:
        indent = subsequent_indent if lines else initial_indent
        room = width - len(indent)
        if drop_whitespace and lines and rest[0].strip() == "":
            rest.pop(0)
            continue
        line = []
        while rest and sum(map(len, line)) + len(rest[0]) <= room:
            line.append(rest.pop(0))
        if rest and len(rest[0]) > room:
            left = max(room - sum(map(len, line)), 1) if break_long_words else 0
            if left or not line:
                left = left or len(rest[0])
                line.append(rest[0][:left])
                rest[0] = rest[0][left:]
                if not rest[0]:
                    rest.pop(0)
        if drop_whitespace and line and line[-1].strip() == "":
            line.pop()
        if not line:
            continue
        if max_lines is not None and len(lines) + 1 == max_lines and "".join(rest).strip():
            while line and (line[-1].strip() == "" or
                            sum(map(len, line)) + len(placeholder) > room):
                line.pop()
            lines.append(indent + ("".join(line) + placeholder if line else placeholder.lstrip()))
            return lines
        lines.append(indent + "".join(line))
    return lines


def fill(text, width=70, **options):
    """The wrapped paragraph as one string."""
    return "\n".join(wrap(text, width, **options))


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
