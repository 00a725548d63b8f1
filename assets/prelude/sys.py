# Tells what sys tells about numbers, made when it is asked for.


def __getattr__(name):
    """float_info and int_info"""
    from types import SimpleNamespace
    if name == "float_info":
        return SimpleNamespace(max=1.7976931348623157e+308, min=2.2250738585072014e-308,
                               epsilon=2.220446049250313e-16, dig=15, mant_dig=53, radix=2,
                               max_exp=1024, min_exp=-1021, max_10_exp=308, min_10_exp=-307, rounds=1)
    if name == "implementation":
        return SimpleNamespace(name="qkv")
    if name == "int_info":
        return SimpleNamespace(bits_per_digit=30, sizeof_digit=4, default_max_str_digits=4300,
                               str_digits_check_threshold=640)
    raise AttributeError(f"module 'sys' has no attribute '{name}'")
