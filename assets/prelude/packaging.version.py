# Compares version numbers as Python packages carry them: 1.13.1, 2.0.0rc1, 1.13.1+cpu.

import re
from functools import total_ordering

_form = (r"^\s*v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(a|b|c|rc|alpha|beta|pre|preview)[-_.]?(\d+)?)?"
         r"(?:[-_.]?(post|rev|r)[-_.]?(\d+)?|-(\d+))?(?:[-_.]?(dev)[-_.]?(\d+)?)?"
         r"(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?\s*$")
_kinds = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc"}


class InvalidVersion(ValueError):
    """A text that is no version."""


@total_ordering
class Version:
    """A version that can be compared."""

    def __init__(self, version):
        match = re.match(_form, version.lower())
        if not match:
            raise InvalidVersion(f"Invalid version: '{version}'")
        epoch, release, kind, count, post, after, dash, dev, step, local = match.groups()
        self.epoch = int(epoch or 0)
        self.release = tuple([int(part) for part in release.split(".")])
        self.pre = (_kinds.get(kind, kind), int(count or 0)) if kind else None
        self.post = int(after or dash or 0) if post or dash else None
        self.dev = int(step or 0) if dev else None
        self.local = ".".join(re.split(r"[-_.]", local)) if local else None

    @property
    def base_version(self):
        """The release alone."""
        return (f"{self.epoch}!" if self.epoch else "") + ".".join([str(part) for part in self.release])

    @property
    def public(self):
        """Without the local part."""
        return str(self).split("+")[0]

    @property
    def major(self):
        """The first number."""
        return self.release[0]

    @property
    def minor(self):
        """The second number."""
        return self.release[1] if len(self.release) > 1 else 0

    @property
    def micro(self):
        """The third number."""
        return self.release[2] if len(self.release) > 2 else 0

    @property
    def is_prerelease(self):
        """Not yet released?"""
        return self.pre is not None or self.dev is not None

    is_postrelease = property(lambda self: self.post is not None)
    is_devrelease = property(lambda self: self.dev is not None)

    def _key(self):
        """What comparing goes by: zeros at the end of a release do not count."""
        release = list(self.release)
        while release and release[-1] == 0:
            release.pop()
        early = self.pre is None and self.post is None and self.dev is not None
        pre = ("", -1) if early else ("z", 0) if self.pre is None else self.pre
        local = [] if self.local is None else [
            (1, int(part), "") if part.isdigit() else (0, 0, part) for part in self.local.split(".")]
        return (self.epoch, release, pre, -1 if self.post is None else self.post,
                float("inf") if self.dev is None else self.dev, [] if self.local is None else [1] + local)

    def __str__(self):
        text = self.base_version
        text += "" if self.pre is None else f"{self.pre[0]}{self.pre[1]}"
        text += "" if self.post is None else f".post{self.post}"
        text += "" if self.dev is None else f".dev{self.dev}"
        return text + ("" if self.local is None else f"+{self.local}")

    def __repr__(self):
        return f"<Version('{self}')>"

    def __hash__(self):
        return hash(str(self._key()))

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, Version) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if isinstance(other, Version) else NotImplemented


def parse(version):
    """The Version that a text names."""
    return Version(version)
