/* Tells whether a sanitizer looks for blocks used after their end: then none is kept. */
#pragma once

#if defined(__has_feature)
#define MEMORY_WATCHED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define MEMORY_WATCHED 1
#else
#define MEMORY_WATCHED 0
#endif
