# What is not drawn gives what matplotlib gives, by its type.
import matplotlib.pyplot as plt
import numpy as np


def tell(name, made):
    one = made[0] if type(made) is list else made
    print(name, type(made).__name__ if type(made) is list else "", f"{type(one).__module__}.{type(one).__name__}")


x = np.arange(3)
grid = np.meshgrid(x, x)
ax = plt.axes(projection="3d")
for name, args in [("scatter", (x, x, x)), ("scatter3D", (x, x, x)), ("plot", (x, x, x)), ("plot3D", (x, x, x)),
                   ("plot_surface", (*grid, grid[0])), ("plot_wireframe", (*grid, grid[0])), ("quiver", (0, 0, 0, 1, 1, 1)),
                   ("text", (0, 0, 0, "a")), ("bar3d", (x, x, x, 1, 1, 1))]:
    tell(name, getattr(ax, name)(*args))
print(ax.view_init(20, 30), ax.set_zlabel("z"))
line, = ax.plot(x, x, x)
plt.close("all")
ax = plt.axes()
for name, args in [("hexbin", ([1, 2], [1, 2])), ("table", ([["a"]],)), ("quiver", (0, 0, 1, 2)), ("arrow", (0, 0, 1, 1))]:
    tell(name, getattr(ax, name)(*args))
plt.close("all")
ax = plt.subplot(projection="polar")
tell("polar plot", ax.plot(x, x))
tell("polar scatter", ax.scatter(x, x))
