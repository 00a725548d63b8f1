# Escapes text between tags.


def escape(s, quote=True):
    """Without characters that mean something there."""
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return s.replace('"', "&quot;").replace("'", "&#x27;") if quote else s


def unescape(s):
    """The other way round, for the most common names."""
    for name, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&#39;", "'"),
                       ("&nbsp;", "\xa0"), ("&amp;", "&")):
        s = s.replace(name, sign)
    return s
