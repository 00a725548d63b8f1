# Takes outlines and shadows of texts and lines: they are drawn without.

from matplotlib import Anything


class AbstractPathEffect(Anything):
    """It takes all settings."""

    def __init__(self, *args, **given):
        pass


Normal = Stroke = withStroke = SimpleLineShadow = SimplePatchShadow = withSimplePatchShadow = PathPatchEffect = AbstractPathEffect
