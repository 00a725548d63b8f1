/* Tests import in all its forms, and what is said of a module or a name that is not there. */
#include "program.h"

#include <check.h>
#include <stdio.h>

Suite *suite_import(void);

static const struct program_case imports[] = {
    {"import math\nprint(math.pi)", "3.141592653589793\n"},
    {"import math as m, sys\nprint(m.floor(2.5), sys is sys)", "2 True\n"},
    {"from math import pi as p, sqrt\nprint(p, sqrt(4))", "3.141592653589793 2.0\n"},
    {"import torch.nn\nprint(torch.nn.Linear.__name__)", "Linear\n"},
    {"import torch.nn as nn\nprint(nn.Linear.__name__)", "Linear\n"},
    {"import torch.nn.functional as F\nimport torch\nprint(F is torch.nn.functional)", "True\n"},
    {"from torch import nn, Tensor\nprint(nn.__name__, Tensor.__name__)", "torch.nn Tensor\n"},
    {"from torch.nn import functional as F\nprint(F.__name__)", "torch.nn.functional\n"},
    {"import torch\nimport torch.nn as a\nprint(torch.nn is a, torch.nn.Module is a.Module)",
     "True True\n"},
    {"import math\nm = math\nimport math\nprint(m is math)", "True\n"},
    {"from math import *\nprint(floor(pi))", "3\n"},
    {"def f():\n    from math import pi\n    return pi > 3\nprint(f())", "True\n"},
    {"from __future__ import annotations\ndef f(x: not_there) -> nor_this: pass\n"
     "print(f.__annotations__)",
     "{'x': 'not_there', 'return': 'nor_this'}\n"},
    {"try:\n    import nothing\nexcept ImportError as e: print(type(e).__name__, e)",
     "ModuleNotFoundError No module named 'nothing'\n"},
    {"import nothing.at.all", "ModuleNotFoundError: No module named 'nothing'\n"},
    {"import torch.nothing", "ModuleNotFoundError: No module named 'torch.nothing'\n"},
    {"from math import nothing",
     "ImportError: cannot import name 'nothing' from 'math' (unknown location)\n"},
    {"import weakref\nfrom pickletools import optimize\nimport xml.etree.ElementTree as tree\n"
     "print('on')\nx = weakref.ref(1)",
     "on\nqkv: weakref.ref() is not supported: qkv does not have it\n"},
    {"import torch.multiprocessing as mp\nprint(mp.spawn(print, nprocs=0))\nmp.spawn(print)",
     "None\nqkv: torch.multiprocessing.spawn() is not supported: there are no processes\n"},
    {"import torch.multiprocessing as mp\nmp.spawn(print, (), 0, join=False)",
     "qkv: torch.multiprocessing.spawn() is not supported: there are no processes\n"},
    {"from torch.nn.utils import parametrizations",
     "qkv: torch.nn.utils.parametrizations is not supported: qkv does not have it; qkv operations "
     "lists what it has\n"},
    {"from enum import pickle_by_enum_name",
     "ImportError: cannot import name 'pickle_by_enum_name' from 'enum' (unknown location)\n"},
    {"from torch.linalg import ldl_factor", "qkv: torch.linalg.ldl_factor is not supported: qkv "
                                            "does not have it; qkv operations lists what it has\n"},
    {"import numpy as np\nnp.linalg.tensorinv(np.eye(2))",
     "qkv: numpy.linalg.tensorinv is not supported: qkv does not have it; qkv operations lists "
     "what it has\n"},
    {"import math\nmath.q = 3\nprint(math.q)\ndel math.q\nmath.q",
     "3\nAttributeError: module 'math' has no attribute 'q'\n"},
};

START_TEST(modules_are_imported)
{
    program_expect(imports[_i].text, imports[_i].expected);
}
END_TEST

/* What is no module of Python on Linux or of PyTorch, or has nothing but constants. */
static const char *const gone[] = {
    "msvcrt", "winreg", "nothing_at_all", "torch.nothing", "errno",
};

START_TEST(what_no_program_names_is_refused)
{
    char program[64], expected[96];
    snprintf(program, sizeof program, "x = 1\nimport %s", gone[_i]);
    snprintf(expected, sizeof expected, "ModuleNotFoundError: No module named '%s'\n", gone[_i]);
    program_expect(program, expected);
}
END_TEST

/* Every module of the prelude can be imported by itself. */
static const char *const modules[] = {
    "abc",
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "einops",
    "functools",
    "itertools",
    "torch",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.nn.parameter",
    "torch.nn.utils",
    "torch.optim",
    "torch.utils.data",
    "typing",
    "warnings",
    "math",
    "random",
    "operator",
    "sys",
    "os",
    "time",
};

START_TEST(a_module_can_be_imported_first)
{
    struct buf text = {0};
    buf_printf(&text, "import %s as m\nprint(m.__name__)\n", modules[_i]);
    struct program p;
    program_open(&p, 0, NULL);
    ck_assert_msg(program_run(&p, buf_text(&text), 0) == OUTCOME_DONE, "%s",
                  buf_text(&p.traceback));
    program_close(&p);
    buf_free(&text);
}
END_TEST

Suite *suite_import(void)
{
    Suite *s = suite_create("import");
    TCase *t = tcase_create("import");
    tcase_add_loop_test(t, modules_are_imported, 0, (int)(sizeof imports / sizeof imports[0]));
    tcase_add_loop_test(t, what_no_program_names_is_refused, 0,
                        (int)(sizeof gone / sizeof gone[0]));
    tcase_add_loop_test(t, a_module_can_be_imported_first, 0,
                        (int)(sizeof modules / sizeof modules[0]));
    suite_add_tcase(s, t);
    return s;
}
