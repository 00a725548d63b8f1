# The package that holds einops.layers.torch: the operations
# of einops as modules.
