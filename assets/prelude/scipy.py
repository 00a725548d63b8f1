# Offers SciPy, as far as lessons on attention use it: scipy.special.
__version__ = "1.10.1"
