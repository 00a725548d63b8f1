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

# So does a colorbar of it: it takes all that it is told.
z = np.arange(4.0)
grid = np.meshgrid(z, z)
for projection, name, args, given in [("3d", "scatter", (z, z, z), {"c": z, "cmap": "viridis"}), ("3d", "scatter3D", (z, z, z), {"c": z}),
                                      ("3d", "plot_surface", (*grid, grid[0]), {"cmap": "viridis"}),
                                      ("3d", "plot_trisurf", ([0, 1, 0, 1], [0, 0, 1, 1], z), {"cmap": "jet"}),
                                      ("3d", "contourf", (*grid, grid[0]), {}), ("polar", "scatter", (z, z), {"c": z}),
                                      ("polar", "pcolormesh", (*grid, grid[0]), {}), (None, "hexbin", (z, z), {}),
                                      (None, "tripcolor", ([0, 1, 0, 1], [0, 0, 1, 1], z), {})]:
    figure = plt.figure()
    ax = figure.add_subplot(111, projection=projection)
    made = getattr(ax, name)(*args, **given)
    for bar in (plt.colorbar(made, ax=ax, label="a", shrink=0.5), figure.colorbar(made, ax=[ax], ticks=[0, 1])):
        bar.set_label("b")
        bar.ax.tick_params(labelsize=8)
        tell(f"{projection} {name}", bar)
    plt.close("all")
