# Offers distances alone of scipy.spatial.
