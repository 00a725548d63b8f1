/* Memory is one growing block: it has no pages to be hinted at or guarded. */
#ifndef QKV_WEB_PORT_SYS_MMAN_H
#define QKV_WEB_PORT_SYS_MMAN_H

#include_next <sys/mman.h>
#undef MADV_HUGEPAGE

#endif
