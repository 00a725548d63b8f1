# Holds einops.layers.torch: the operations of einops as modules.
