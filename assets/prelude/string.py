# Templates and capitals. The constants are made in C.
import re


def capwords(s, sep=None):
    """Each word capitalized."""
    return (sep or " ").join([word.capitalize() for word in s.split(sep)])


class Template:
    """Text with $names to fill in."""

    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"

    def __init_subclass__(cls, **options):
        cls._places = cls._pattern()

    @classmethod
    def _pattern(cls):
        """What stands for a place: $$, $name, ${name}, or a $ that is wrong."""
        mark = re.escape(cls.delimiter)
        return re.compile(rf"{mark}(?:(?P<escaped>{mark})|(?P<named>{cls.idpattern})|"
                          rf"{{(?P<braced>{cls.idpattern})}}|(?P<invalid>))", re.IGNORECASE)

    def __init__(self, template):
        self.template = template

    def _filled(self, mapping, pairs, strict):
        """The text; what is not known stays unless `strict`."""
        known = {**mapping, **pairs}

        def replacement(found):
            """One place."""
            name = found.group("named") or found.group("braced")
            if name is not None and (strict or name in known):
                return str(known[name])
            if found.group("escaped") is not None:
                return self.delimiter
            if found.group("invalid") is not None and strict:
                before = self.template[:found.start()]
                line = before.count("\n") + 1
                column = len(before) - before.rfind("\n")
                raise ValueError(f"Invalid placeholder in string: line {line}, col {column}")
            return found.group()
        return self._places.sub(replacement, self.template)

    def substitute(self, mapping={}, /, **pairs):
        """The text with every place filled in."""
        return self._filled(mapping, pairs, True)

    def safe_substitute(self, mapping={}, /, **pairs):
        """The text; places that nothing is known for stay."""
        return self._filled(mapping, pairs, False)


Template._places = Template._pattern()


class Formatter:
    """str.format as an object."""

    def format(self, format_string, /, *args, **kwargs):
        """format_string with its fields filled in."""
        return format_string.format(*args, **kwargs)

    def vformat(self, format_string, args, kwargs):
        """The same with the arguments in a sequence and a mapping."""
        return format_string.format(*args, **kwargs)
