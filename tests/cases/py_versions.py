# packaging.version, which notebooks ask about the version of torch.
from packaging import version
import torch
print(version.parse("1.13.1+cpu") >= version.parse("1.8"), version.parse("2.0.0rc1"), repr(version.Version("1.0.post2")), version.parse("1.0") == version.parse("1.0.0"))
vs = ["1.0", "1.0rc1", "1.0.dev3", "1.0a2", "1.0.post1", "1.0+cpu", "1.1", "1.0b3", "0.9.10", "0.9.9", "1.0+7"]
print([str(v) for v in sorted(map(version.parse, vs))])
v = version.parse("v1.13.1+cu117"); print(v.major, v.minor, v.micro, v.release, v.local, v.public, v.base_version, v.is_prerelease)
try: version.parse("abc")
except version.InvalidVersion as e: print(e)

