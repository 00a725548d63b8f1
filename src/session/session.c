/* Puts a run together and takes it apart in the right order. */
#include "session/session.h"

#include "files/door.h"
#include "lang/object/builtin.h"
#include "numpy/numpy.h"
#include "plot/pictures.h"
#include "tensor/random/random_numpy.h"
#include "torch/module.h"

/* The first layer that knows a module fills it. */
static bool native_module(struct interp *in, struct module *module, bool *found)
{
    return modules_native(in, module, found) && (*found || module_torch(in, module, found)) &&
           (*found || module_numpy(in, module, found)) &&
           (*found || pictures_module(in, module, found)) &&
           (*found || files_module(in, module, found));
}

bool session_init(struct session *s, size_t memory_limit, int threads)
{
    s->memory = (struct budget){.limit = memory_limit};
    if (!interp_init(&s->in, &s->memory)) {
        interp_free(&s->in);
        return false;
    }
    s->in.native_module = native_module;
    if (!builtins_init(&s->in) || !torch_init(&s->torch, &s->in, threads) || !numpy_init(&s->in)) {
        session_free(s);
        return false;
    }
    return true;
}

void session_free(struct session *s)
{
    interp_free(&s->in); /* drops the tensors */
    torch_free(&s->torch);
}

void session_seed(struct session *s, uint64_t seed)
{
    random_seed(&s->torch.random, seed);
    numpy_random_seed(&s->torch.numpy_random, (uint32_t)seed);
}
