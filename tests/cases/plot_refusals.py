# What plotting functions refuse.
import matplotlib.pyplot as plt
import numpy as np


def refused(call):
    try:
        call()
        print("no error")
    except Exception as e:
        print(type(e).__name__, e)


fig, ax = plt.subplots()
refused(lambda: ax.plot([1, 2], [1, 2, 3]))
refused(lambda: ax.plot([1, 2], [1, 2], foo=3))
refused(lambda: ax.plot([1, 2], [1, 2], "q"))
refused(lambda: ax.plot([1, 2], None))
refused(lambda: ax.scatter([1, 2], [1, 2, 3]))
refused(lambda: ax.scatter([1, 2], [1, 2], c=[1, 2, 3, 4, 5]))
refused(lambda: ax.bar([1, 2], [1, 2, 3]))
refused(lambda: ax.bar([1, 2], [1, 2], label=["a"]))
refused(lambda: ax.set_foo(3))
refused(lambda: ax.foo())
refused(lambda: plt.foo())
refused(lambda: ax.imshow(np.zeros(3)))
refused(lambda: ax.imshow(np.zeros((2, 2)), foo=1))
refused(lambda: ax.imshow(np.zeros((2, 3, 5))))
refused(lambda: ax.legend(loc="nowhere"))
refused(lambda: plt.subplot(2, 2, 5))
refused(lambda: plt.subplot(12))
refused(lambda: ax.axis("foo"))
refused(lambda: (ax.set_xticks([1, 2]), ax.set_xticklabels(["a"])))
refused(lambda: ax.errorbar([1, 2], [1, 2], yerr=[1, 2, 3]))
refused(lambda: ax.errorbar([1, 2], [1, 2], yerr=-1))
refused(lambda: ax.fill_between([1, 2], [1, 2], where=[True]))
refused(lambda: ax.set_xlim(float("nan"), 1))
refused(lambda: ax.hist([1, 2], color=["r", "g"]))
refused(lambda: plt.colorbar())
refused(lambda: ax.bar([1], [2], foo=1))
refused(lambda: ax.scatter([1], [2], foo=1))
refused(lambda: plt.subplots(2, foo=1))
