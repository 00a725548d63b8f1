/* Tests in which module each event is, and what weights are called there. What named_modules()
 * gives is held against PyTorch by tests/cases/nn_module_paths.py (program.sh); here is what goes
 * beyond. */
#include "traced.h"

#include "trace/tape/module_path.h"

#include <check.h>
#include <string.h>

Suite *suite_module_path(void);

#define GATE                                                                                       \
    "class Gate(nn.Module):\n"                                                                     \
    "    def __init__(self):\n"                                                                    \
    "        super().__init__()\n"                                                                 \
    "        self.scale = nn.Parameter(torch.ones(2))\n"                                           \
    "    def forward(self, x):\n"                                                                  \
    "        return x * self.scale\n"
#define OWN                                                                                        \
    "class Scale:\n"                                                                               \
    "    def __init__(self):\n"                                                                    \
    "        self.w = torch.ones(2)\n"                                                             \
    "    def __call__(self, x):\n"                                                                 \
    "        return x * self.w\n"
#define X "x = torch.ones(2)\n"

/* Of the multiplications, in order: the module, and behind a blank the path of the last factor, if
 * it has one. "-": in no module. */
static const struct {
    const char *what, *text, *expected;
} programs[] = {
    {"no module", X "y = x * 2\n", "-"},
    {"the outermost alone", GATE X "m = Gate()\ny = m(x)\n", ". scale"},
    {"what is beside it", GATE X "m = Gate()\ny = m(x * 2) * x\n", "-, . scale, -"},
    {"nested",
     GATE X "class Outer(nn.Module):\n"
            "    def __init__(self):\n"
            "        super().__init__()\n"
            "        self.gate = nn.Sequential(Gate(), nn.Identity(), Gate())\n"
            "    def forward(self, x):\n"
            "        return self.gate(x) * 2\n"
            "y = Outer()(x)\n",
     "gate.0 gate.0.scale, gate.2 gate.2.scale, ."},
    {"a plain list and a dictionary of modules",
     GATE X "class Outer(nn.Module):\n"
            "    def __init__(self):\n"
            "        super().__init__()\n"
            "        self.blocks = [Gate(), nn.Sequential(Gate())]\n"
            "        self.by_name = {'key': Gate(), 7: (Gate(),)}\n"
            "    def forward(self, x):\n"
            "        for block in self.blocks:\n"
            "            x = block(x)\n"
            "        return self.by_name[7][0](self.by_name['key'](x))\n"
            "y = Outer()(x)\n",
     "blocks.0 blocks.0.scale, blocks.1.0 blocks.1.0.scale, by_name.key by_name.key.scale, "
     "by_name.7.0 by_name.7.0.scale"},
    {"what is registered comes before what is not",
     GATE X "class Outer(nn.Module):\n"
            "    def __init__(self):\n"
            "        super().__init__()\n"
            "        self.all = [Gate()]\n"
            "        self.last = self.all[0]\n"
            "    def forward(self, x):\n"
            "        return self.all[0](x)\n"
            "y = Outer()(x)\n",
     "last last.scale"},
    {"own classes",
     OWN X "class Layer:\n"
           "    def __init__(self):\n"
           "        self.attn, self.b = Scale(), torch.ones(2)\n"
           "    def forward(self, x):\n"
           "        return self.attn(x) * self.b\n"
           "class Model:\n"
           "    def __init__(self):\n"
           "        self.layers = [Layer() for _ in range(3)]\n"
           "    def forward(self, x):\n"
           "        return self.layers[2].forward(self.layers[0].forward(x))\n"
           "y = Model().forward(x)\n",
     "layers.0.attn layers.0.attn.w, layers.0 layers.0.b, layers.2.attn layers.2.attn.w, "
     "layers.2 layers.2.b"},
    {"an own class without attributes",
     X "class Double:\n"
       "    def __call__(self, x):\n"
       "        return x * 2\n"
       "class Model:\n"
       "    def __init__(self):\n"
       "        self.act = Double()\n"
       "    def __call__(self, x):\n"
       "        return self.act(x) * 3\n"
       "y = Model()(x)\nz = Double()(x)\n",
     "act, ., ."},
    {"a trainer is no module",
     GATE X "class Trainer:\n"
            "    def __init__(self, model):\n"
            "        self.model = model\n"
            "    def fit(self, x):\n"
            "        return self.model(x) * 2\n"
            "y = Trainer(nn.Sequential(Gate())).fit(x)\n",
     "0 0.scale, -"},
    {"PyTorch's modules inside an own object begin anew",
     GATE X "class Model:\n"
            "    def __init__(self):\n"
            "        self.net = nn.Sequential(Gate())\n"
            "    def __call__(self, x):\n"
            "        return self.net(x) * 2\n"
            "y = Model()(x)\n",
     "0 0.scale, ."},
    {"own objects inside a module",
     GATE OWN X "class Outer(nn.Module):\n"
                "    def __init__(self):\n"
                "        super().__init__()\n"
                "        self.own = [Scale()]\n"
                "    def forward(self, x):\n"
                "        return self.own[0](x)\n"
                "y = Outer()(x)\n",
     "own.0 own.0.w"},
    {"what the outermost does not hold is in who calls it",
     GATE X "beside = Gate()\n"
            "class Outer(nn.Module):\n"
            "    def __init__(self):\n"
            "        super().__init__()\n"
            "        self.inner = Inner()\n"
            "    def forward(self, x):\n"
            "        return self.inner(x)\n"
            "class Inner(nn.Module):\n"
            "    def forward(self, x):\n"
            "        return beside(x)\n"
            "y = Outer()(x)\n",
     "inner"},
    {"a method that is not forward",
     GATE X "class Outer(nn.Module):\n"
            "    def __init__(self):\n"
            "        super().__init__()\n"
            "        self.gate = Gate()\n"
            "    @torch.no_grad()\n"
            "    def generate(self, x):\n"
            "        return self(x) * 2\n"
            "    def forward(self, x):\n"
            "        return (lambda y: y * self.gate(x))(x)\n"
            "y = Outer().generate(x)\n",
     "gate gate.scale, ., ."},
    {"a generator",
     GATE X "class Outer(nn.Module):\n"
            "    def __init__(self):\n"
            "        super().__init__()\n"
            "        self.gate = Gate()\n"
            "    def each(self, x):\n"
            "        for _ in range(2):\n"
            "            x = x * 2\n"
            "            yield x\n"
            "for y in Outer().each(x):\n"
            "    z = y * 3\n",
     "., -, ., -"},
    {"a model that is gone",
     GATE X "def run(n):\n"
            "    return nn.Sequential(*[Gate() for _ in range(n)])(x)\n"
            "for n in range(1, 3):\n"
            "    y = run(n)\n",
     "0 0.scale, 0 0.scale, 1 1.scale"},
    {"models where gone ones lay",
     GATE X "def run(*layers):\n"
            "    return nn.Sequential(*layers)(x)\n"
            "for n in range(3):\n"
            "    y = run(Gate())\n"
            "    for k in range(20): [0] * 1000000\n"
            "    y = run(nn.Identity(), Gate())\n"
            "    for k in range(20): [0] * 1000000\n",
     "0 0.scale, 1 1.scale, 0 0.scale, 1 1.scale, 0 0.scale, 1 1.scale"},
    {"a plain list in a module that is registered",
     GATE X "class Outer(nn.Module):\n"
            "    def __init__(self):\n"
            "        super().__init__()\n"
            "        self.blocks = [Gate()]\n"
            "    def forward(self, x):\n"
            "        return self.blocks[0](x)\n"
            "y = nn.Sequential(Outer())(x)\n",
     "0.blocks.0 0.blocks.0.scale"},
    {"what the program itself can call is no module",
     OWN X "from functools import partial\n"
           "y = partial(lambda a, b: a * b, 2.0)(x)\nz = partial(Scale())(x)\n",
     "-, . w"},
    {"what the program itself holds is no part of a model",
     X "class Model:\n"
       "    def __init__(self):\n"
       "        w = nn.Parameter(torch.ones(2))\n"
       "        self.optimizer = torch.optim.SGD([w], lr=0.1)\n"
       "        self.layers = [w]\n"
       "    def forward(self, x):\n"
       "        return x * self.layers[0]\n"
       "y = Model().forward(x)\n",
     ". layers.0"},
    {"a hook",
     GATE X "m = nn.Sequential(Gate())\n"
            "m[0].register_forward_hook(lambda module, args, out: out * 5)\ny = m(x)\n",
     "0 0.scale, 0"},
    {"weights outside of any module",
     GATE X "m = nn.Sequential(Gate(), nn.Sequential(Gate()))\n"
            "y = x * m[1][0].scale\nz = m[1](x)\nu = m(x)\n",
     "- 1.0.scale, 0 0.scale, 0 0.scale, 1.0 1.0.scale"},
    {"an own weight that is replaced",
     X "class Layer:\n"
       "    def __init__(self):\n"
       "        self.w = torch.ones(2)\n"
       "    def __call__(self, x):\n"
       "        y = x * self.w\n"
       "        self.w = self.w + 1\n"
       "        return y\n"
       "class Model:\n"
       "    def __init__(self):\n"
       "        self.first = Layer()\n"
       "    def __call__(self, x):\n"
       "        return self.first(self.first(x))\n"
       "y = Model()(x)\n",
     "first first.w, first first.w"},
    {"weights outside of any module, the largest model first",
     GATE X "m = nn.Sequential(nn.Identity(), nn.Sequential(Gate()))\n"
            "z = m(x)\nu = m[1](x)\ny = x * m[1][0].scale\n",
     "1.0 1.0.scale, 0 0.scale, - 1.0.scale"},
    {"a module in a cycle",
     GATE X "class Outer(nn.Module):\n"
            "    def __init__(self):\n"
            "        super().__init__()\n"
            "        self.part = Part(self)\n"
            "    def forward(self, x):\n"
            "        return self.part(x) * 2\n"
            "class Part:\n"
            "    def __init__(self, outer):\n"
            "        self.outer = outer\n"
            "    def __call__(self, x):\n"
            "        return x * 3\n"
            "y = Outer()(x)\n",
     "part, ."},
};

static void put_module(const struct tape *t, int event, struct buf *out)
{
    const struct event *e = &t->event[event];
    const char *module = event_module(t, event), *weight = NULL;
    if (e->input_count == 2) {
        weight = event_weight(t, event, &e->input[1].of);
    }
    buf_printf(out, "%s%s%s%s", out->len > 0 ? ", " : "",
               module == NULL    ? "-"
               : *module == '\0' ? "."
                                 : module,
               weight != NULL ? " " : "", weight != NULL ? weight : "");
}

START_TEST(each_event_knows_its_module)
{
    struct traced t;
    struct buf told = {0};
    traced_open(&t, programs[_i].text);
    for (int k = 0; k < t.tape.event_count; k++) {
        if (strcmp(t.tape.event[k].name, "mul") == 0) {
            put_module(&t.tape, k, &told);
        }
    }
    ck_assert_msg(strcmp(buf_text(&told), programs[_i].expected) == 0,
                  "%s: \"%s\", expected \"%s\"", programs[_i].what, buf_text(&told),
                  programs[_i].expected);
    buf_free(&told);
    traced_close(&t);
}
END_TEST

/* Of the multiplications: what the code calls the outermost module. */
START_TEST(a_model_has_the_name_that_leads_to_it)
{
    struct traced t;
    struct buf told = {0};
    traced_open(&t, GATE "x = torch.ones(2)\n"
                         "model = nn.Sequential(Gate(), nn.Sequential(Gate()))\n"
                         "blocks = {'a': [Gate()]}\n"
                         "class Trainer:\n"
                         "    def __init__(self):\n"
                         "        self.net = Gate()\n"
                         "trainer = Trainer()\n"
                         "block = model[1]\n"
                         "y = block(model(x) * x)\n"
                         "y = blocks['a'][0](trainer.net(y))\n"
                         "y = Gate()(y)\n");
    for (int k = 0; k < t.tape.event_count; k++) {
        const char *name = event_model(&t.tape, k);
        if (strcmp(t.tape.event[k].name, "mul") == 0) {
            buf_printf(&told, "%s ", name != NULL ? name : "-");
        }
    }
    ck_assert_str_eq(buf_text(&told), "model model - model.1 trainer.net blocks.a.0 - ");
    buf_free(&told);
    traced_close(&t);
}
END_TEST

/* Most steps are dropped, with the objects that they kept. */
START_TEST(a_gradient_is_in_the_module_of_its_step)
{
    struct traced t;
    int inner = 0, updates = 0;
    traced_open(&t, GATE "m = nn.Sequential(nn.Sequential(Gate()), Gate())\n"
                         "optimizer = torch.optim.SGD(m.parameters(), lr=0.1)\n"
                         "for step in range(20):\n"
                         "    loss = m(torch.ones(2)).sum()\n"
                         "    optimizer.zero_grad()\n"
                         "    loss.backward()\n"
                         "    optimizer.step()\n");
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        const char *module = event_module(&t.tape, k);
        if (e->of >= 0) {
            const char *whose = event_module(&t.tape, e->of);
            ck_assert((module == NULL) == (whose == NULL));
            ck_assert(module == NULL || strcmp(module, whose) == 0);
            inner += module != NULL && strcmp(module, "0.0") == 0;
        } else if (e->effect == STORAGE_IN_PLACE && e->output[0].parameter) {
            const char *path = event_weight(&t.tape, k, &e->input[0].of);
            ck_assert(module == NULL);
            updates += path != NULL && strcmp(path, "0.0.scale") == 0;
        }
    }
    ck_assert_int_gt(inner, 0);
    ck_assert_int_eq(updates, 2); /* of the first and the last step */
    traced_close(&t);
}
END_TEST

/* The call of the last epoch begins in a step that is dropped, and its object is gone at the end.
 */
START_TEST(a_call_that_goes_on_behind_a_gap_knows_its_object)
{
    struct traced t;
    traced_open(&t, GATE "class Epoch:\n"
                         "    def __init__(self, gate):\n"
                         "        self.gate = [gate]\n"
                         "    def __call__(self, optimizer):\n"
                         "        for step in range(10):\n"
                         "            loss = (self.gate[0](torch.ones(2)) * 2).sum()\n"
                         "            optimizer.zero_grad()\n"
                         "            loss.backward()\n"
                         "            optimizer.step()\n"
                         "gate = Gate()\n"
                         "optimizer = torch.optim.SGD(gate.parameters(), lr=0.1)\n"
                         "for epoch in range(3):\n"
                         "    Epoch(gate)(optimizer)\n"
                         "others = [Gate() for k in range(9)]\n"
                         "for k in range(20): [0] * 1000000\n"
                         "others += [Gate() for k in range(9)]\n");
    int last = traced_find(&t, "mul");
    const struct tape_call *c = &t.tape.call[t.tape.event[last].user_call];
    ck_assert(train_step_of(&t.tape, last) == 29 && !t.tape.train.step[20].kept);
    ck_assert_str_eq(event_module(&t.tape, last), "");
    ck_assert_str_eq(c->name, "Epoch.__call__");
    ck_assert_str_eq(c->self->class->name->text, "Epoch");
    traced_close(&t);
}
END_TEST

Suite *suite_module_path(void)
{
    Suite *s = suite_create("module_path");
    TCase *c = tcase_create("module_path");
    tcase_add_loop_test(c, each_event_knows_its_module, 0,
                        (int)(sizeof programs / sizeof programs[0]));
    tcase_add_test(c, a_call_that_goes_on_behind_a_gap_knows_its_object);
    tcase_add_test(c, a_model_has_the_name_that_leads_to_it);
    tcase_add_test(c, a_gradient_is_in_the_module_of_its_step);
    suite_add_tcase(s, c);
    return s;
}
