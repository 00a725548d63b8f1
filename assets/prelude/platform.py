# Tells what the machine is: nothing that a run could be told apart by.


def _answer(text):
    return lambda: text


system, platform = _answer("Linux"), _answer("Linux")
python_version, python_implementation = _answer("3.11.2"), _answer("qkv")
machine, processor, node, release = _answer(""), _answer(""), _answer(""), _answer("")
