# The abstract containers, for annotations: the same forms as in typing.

from typing import (Callable, Collection, Generator, Hashable, Iterable, Iterator, Mapping,
                    MutableMapping, Sequence, Sized)
