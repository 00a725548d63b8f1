"""What one makes of a matrix in a notebook: imshow, colorbar, title, savefig."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

weights = np.arange(64.0).reshape(8, 8) / 64
plt.imshow(weights, cmap="viridis")
plt.colorbar()
plt.title("attention")
plt.savefig(sys.argv[1] if len(sys.argv) > 1 else "figure.png")
