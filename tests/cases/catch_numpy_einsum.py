# What np.einsum refuses, in its words.
import numpy as np

x, y, z = (np.arange(float(np.prod(s))).reshape(s) for s in ((2, 3), (2, 3, 4), (4, 5)))
calls = [("...i,...o->io", y, y), ("...i,...i->i", x, x), ("i...j->i", y), ("...,...->", x, x[0]), ("ij->i", y),
         ("ij->i", x[0]), ("ijk...->i", x), ("ij,jk->ik", x, z), ("ij,jk", x), ("ij", x, x), ("ii->i", x), ("ii->", x),
         ("i,i->", x[0], x[:, 0]), ("ij->ik", x), ("ij->ii", x), ("i.j->ij", x), ("......", x), ("i1->i", x),
         ("ij->i1", x), ("ij->i.", x), ("ij-i", x), ("ij>i", x), ("", x), ("->", x[0]), ("ij,ij->ij->", x, x),
         ("ij->...ij...", x), ("iji->j", y), ("bij,bjk->bik", y, y), ("bij,kj->bik", y, x), ("ij,jk,kl->il", x, x.T, x.T)]
for call in calls:
    try:
        print(call[0], np.einsum(*call))
    except ValueError as e:
        print(call[0], e)
print(np.einsum(" i j -> j i", x).tolist(), np.einsum("...i->...", y).tolist(), np.einsum("ij,kl->...ijkl", x, z).shape)
