# distutils.version, as old notebooks compare versions.
from distutils.version import LooseVersion, StrictVersion
print(LooseVersion("1.13.1+cpu") >= LooseVersion("1.8.0"), LooseVersion("1.10") > "1.9", LooseVersion("1.13.1+cpu").version)
print(repr(LooseVersion("2.0a1")), str(LooseVersion("2.0a1")), LooseVersion("1.0") == "1.0", LooseVersion("1.0") == "1.0.0")
print(StrictVersion("1.0a1") < StrictVersion("1.0"), StrictVersion("1.2") == "1.2.0")
try:
    StrictVersion("1.x")
except ValueError as e:
    print(e)
