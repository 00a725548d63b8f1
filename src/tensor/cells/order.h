/* Puts elements in order exactly as PyTorch's CPU kernels do: which of several equal elements comes
 * first follows from each step. Those kernels call the C++ library (sort, partial_sort and
 * nth_element of GCC's libstdc++) or a quick select of their own. */
#pragma once

#include <stdint.h>

struct keyed {
    int64_t key; /* run_keys (lines.h); complemented for descending order */
    int64_t index;
};

void order_sort(struct keyed *items, int64_t n);                     /* std::sort */
void order_first(struct keyed *items, int64_t k, int64_t n);         /* std::partial_sort */
void order_nth(struct keyed *items, int64_t at, int64_t n);          /* std::nth_element */
void order_quick_select(struct keyed *items, int64_t at, int64_t n); /* PyTorch's own */
/* NumPy's default sort of places: quicksort, insertion sort up to 16, heapsort where it goes too
 * deep. */
void order_numpy(struct keyed *items, int64_t n);
/* Merge sort, for sort(stable=True); `other` is as long as `items`. */
void order_stable(struct keyed *items, int64_t n, struct keyed *other);
