/* Putting a run together and taking it apart in the right order. */
#include "torch/session.h"

bool session_init(struct session *s, size_t memory_limit, int threads)
{
    s->memory = (struct budget){.limit = memory_limit};
    if (!interp_init(&s->in, &s->memory)) {
        interp_free(&s->in);
        return false;
    }
    if (!torch_init(&s->torch, &s->in, threads)) {
        session_free(s);
        return false;
    }
    session_seed(s, 0);
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
