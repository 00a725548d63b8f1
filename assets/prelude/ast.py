# Only literals are read: there is no tree to look at.


def literal_eval(text):
    """The value of a literal: numbers, strings, lists, tuples, dicts, sets, None, True, False."""
    if not isinstance(text, str):
        raise ValueError(f"malformed node or string: {text!r}")
    rest = text
    for word in ("None", "True", "False", "set()"):
        rest = rest.replace(word, "")
    kept, quote, at = [], "", 0
    while at < len(rest):
        sign = rest[at]
        if quote:
            if sign == "\\":
                at += 1
            elif sign == quote:
                quote = ""
        elif sign in "'\"":
            quote = sign
        else:
            kept.append(sign)
        at += 1
    words = "".join(kept)
    for sign in "eExXbBoOaAcCdDfFrRuU_":
        words = words.replace(sign, "")
    if any([sign.isalpha() for sign in words]) or "(" in words and _called(words):
        raise ValueError(f"malformed node or string: {text!r}")
    try:
        return eval(text.strip(" \t"), {})
    except NameError:
        raise ValueError(f"malformed node or string: {text!r}") from None


def _called(words):
    """Whether a bracket follows what could be called."""
    for at in range(1, len(words)):
        if words[at] == "(" and (words[at - 1].isalnum() or words[at - 1] in ")]"):
            return True
    return False
