# scipy.special.entr and rel_entr, and the Jensen-Shannon distance of attention weights.
import numpy as np
from scipy.spatial.distance import jensenshannon
from scipy.special import entr, rel_entr, softmax

rng = np.random.RandomState(0)
a, b = softmax(rng.randn(3, 5), axis=-1), softmax(rng.randn(3, 5), axis=-1)
print(entr(a).sum(-1), rel_entr(a, b).sum(-1), entr(0.5), entr([0.0, 1.0, -1.0, np.nan]))
print(rel_entr([0.0, 0.5, 1.0, -1.0], [0.5, 0.0, 1.0, 0.5]), rel_entr(0.2, 0.4))
print(jensenshannon(a[0], b[0]), jensenshannon(a, b, axis=1), jensenshannon(a, b), jensenshannon([1, 0], [0, 1], 2.0))
print(jensenshannon(a, b, axis=1, keepdims=True).shape, jensenshannon([2, 2], [1, 3], base=2))
