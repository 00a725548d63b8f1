# Lists kinds of characters, and fills texts with places to fill in.

import re

ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = ascii_lowercase.upper()
ascii_letters = ascii_lowercase + ascii_uppercase
digits, octdigits, hexdigits = "0123456789", "01234567", "0123456789abcdefABCDEF"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\v\f"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """Each word capitalized."""
    return (sep or " ").join([word.capitalize() for word in s.split(sep)])


class Template:
    """A text with $name and ${name} in it; $$ is a dollar."""

    delimiter = "$"
    idpattern = "(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = re.IGNORECASE
    pattern = None

    def __init_subclass__(cls):
        super().__init_subclass__()
        own = cls.__dict__.get("pattern")
        if own is None:
            sign, name = re.escape(cls.delimiter), cls.idpattern
            own = (f"{sign}(?:(?P<escaped>{sign})|(?P<named>{name})|"
                   f"{{(?P<braced>{cls.braceidpattern or name})}}|(?P<invalid>))")
        cls.pattern = re.compile(own, cls.flags | re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _refuse(self, found):
        lines = self.template[: found.start("invalid")].splitlines(keepends=True)
        column = found.start("invalid") - len("".join(lines[:-1])) if lines else 1
        raise ValueError(f"Invalid placeholder in string: line {max(len(lines), 1)}, col {column}")

    def _fill(self, mapping, words, safe):
        def one(found):
            name = found.group("named") or found.group("braced")
            if name is not None:
                if safe and name not in words:
                    try:
                        return str(mapping[name])
                    except KeyError:
                        return found.group()
                return str(words[name] if name in words else mapping[name])
            if found.group("escaped") is not None:
                return self.delimiter
            if found.group("invalid") is None:
                raise ValueError("Unrecognized named group in pattern", self.pattern)
            return found.group() if safe else self._refuse(found)

        return self.pattern.sub(one, self.template)

    def substitute(self, mapping={}, /, **kws):
        """All places filled in; KeyError for a name that has no value."""
        return self._fill(mapping, kws, False)

    def safe_substitute(self, mapping={}, /, **kws):
        """What has no value stays as it is."""
        return self._fill(mapping, kws, True)

    def is_valid(self):
        """False: substitute() would refuse it."""
        return all([found.group("invalid") is None for found in self.pattern.finditer(self.template)])

    def get_identifiers(self):
        """The names, each once."""
        names = [found.group("named") or found.group("braced") for found in self.pattern.finditer(self.template)]
        return list(dict.fromkeys([name for name in names if name is not None]))


Template.__init_subclass__()
