/* Takes the steps that decide the order among equals. Of libstdc++: introsort down to runs of 16,
 * then insertion; selection that ends in insertion of 3; heaps where the depth runs out. */
#include "tensor/cells/order.h"

#include <stdbool.h>
#include <string.h>

enum { SHORT = 16 }; /* a run that insertion sorts */

static bool before(struct keyed a, struct keyed b)
{
    return a.key < b.key;
}

static void swap(struct keyed *a, struct keyed *b)
{
    struct keyed kept = *a;
    *a = *b;
    *b = kept;
}

/* --- insertion --- */

/* Stable, ascending. */
static void insert_all(struct keyed *items, int64_t from, int64_t n)
{
    for (int64_t i = from; i < n; i++) {
        struct keyed item = items[i];
        int64_t j = i;
        for (; j > 0 && before(item, items[j - 1]); j--) {
            items[j] = items[j - 1];
        }
        items[j] = item;
    }
}

/* --- heaps: the last in order on top --- */

/* Lets the hole sink to a leaf, then the item rise from there. */
static void heap_place(struct keyed *heap, int64_t hole, int64_t n, struct keyed item)
{
    int64_t top = hole;
    while (2 * hole + 2 < n) {
        int64_t child = 2 * hole + 2;
        child -= before(heap[child], heap[child - 1]);
        heap[hole] = heap[child];
        hole = child;
    }
    if (2 * hole + 2 == n) { /* an only child */
        heap[hole] = heap[n - 1];
        hole = n - 1;
    }
    while (hole > top && before(heap[(hole - 1) / 2], item)) {
        heap[hole] = heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap[hole] = item;
}

/* Puts the top of the heap of n at *at, and what stood there into the heap. */
static void heap_exchange(struct keyed *heap, int64_t n, struct keyed *at)
{
    struct keyed item = *at;
    *at = heap[0];
    heap_place(heap, 0, n, item);
}

/* The first k, as a heap. */
static void heap_select(struct keyed *items, int64_t k, int64_t n)
{
    for (int64_t parent = k / 2; parent-- > 0;) {
        heap_place(items, parent, k, items[parent]);
    }
    for (int64_t i = k; i < n; i++) {
        if (before(items[i], items[0])) {
            heap_exchange(items, k, &items[i]);
        }
    }
}

void order_first(struct keyed *items, int64_t k, int64_t n)
{
    if (k == 0) {
        return;
    }
    heap_select(items, k, n);
    for (int64_t left = k; left-- > 1;) {
        heap_exchange(items, left, &items[left]);
    }
}

/* --- partition --- */

/* The median of the second, the middle and the last one becomes the first. */
static void take_pivot(struct keyed *items, int64_t n)
{
    struct keyed *a = items + 1, *b = items + n / 2, *c = items + n - 1;
    struct keyed *low = before(*a, *b) ? a : b, *high = low == a ? b : a;
    swap(items, before(*high, *c) ? high : before(*low, *c) ? c : low);
}

/* Where the right part begins. */
static int64_t partition(struct keyed *items, int64_t n)
{
    take_pivot(items, n);
    int64_t left = 1, right = n;
    for (;; left++) {
        while (before(items[left], items[0])) {
            left++;
        }
        while (before(items[0], items[--right])) {
        }
        if (left >= right) {
            return left;
        }
        swap(&items[left], &items[right]);
    }
}

/* How often parts may be cut before heaps take over. */
static int depth_of(int64_t n)
{
    int depth = 0;
    for (; n > 1; n /= 2) {
        depth += 2;
    }
    return depth;
}

static void cut_and_sort(struct keyed *items, int64_t n, int depth)
{
    while (n > SHORT) {
        if (depth-- == 0) {
            order_first(items, n, n);
            return;
        }
        int64_t cut = partition(items, n);
        cut_and_sort(items + cut, n - cut, depth);
        n = cut;
    }
}

void order_sort(struct keyed *items, int64_t n)
{
    cut_and_sort(items, n, depth_of(n));
    insert_all(items, 1, n);
}

void order_nth(struct keyed *items, int64_t at, int64_t n)
{
    if (at == n) {
        return;
    }
    for (int depth = depth_of(n); n > 3; depth--) {
        if (depth == 0) {
            heap_select(items, at + 1, n);
            swap(&items[0], &items[at]);
            return;
        }
        int64_t cut = partition(items, n);
        if (cut <= at) {
            items += cut;
            at -= cut;
            n -= cut;
        } else {
            n = cut;
        }
    }
    insert_all(items, 1, n);
}

void order_quick_select(struct keyed *items, int64_t at, int64_t n)
{
    int64_t low = 0, high = n - 1;
    while (high > low + 1) {
        swap(&items[(low + high) / 2], &items[low + 1]);
        if (before(items[high], items[low + 1])) {
            swap(&items[low + 1], &items[high]);
        }
        if (before(items[high], items[low])) {
            swap(&items[low], &items[high]);
        }
        if (before(items[low], items[low + 1])) {
            swap(&items[low + 1], &items[low]);
        }
        int64_t i = low + 1, j = high;
        for (;; swap(&items[i], &items[j])) {
            do {
                i++;
            } while (before(items[i], items[low]));
            do {
                j--;
            } while (before(items[low], items[j]));
            if (j < i) {
                break;
            }
        }
        swap(&items[low], &items[j]);
        low = j <= at ? i : low;
        high = j >= at ? j - 1 : high;
    }
    if (high == low + 1 && before(items[high], items[low])) {
        swap(&items[low], &items[high]);
    }
}

/* --- stable --- */

/* Merges the sorted halves [0, middle) and [middle, n) of `from` into `to`. */
static void merge(const struct keyed *from, int64_t middle, int64_t n, struct keyed *to)
{
    int64_t left = 0, right = middle;
    for (int64_t i = 0; i < n; i++) {
        bool take_left = right == n || (left < middle && from[left].key <= from[right].key);
        to[i] = from[take_left ? left++ : right++];
    }
}

void order_stable(struct keyed *items, int64_t n, struct keyed *other)
{
    if (n <= SHORT) {
        insert_all(items, 1, n);
        return;
    }
    int64_t middle = n / 2;
    order_stable(items, middle, other);
    order_stable(items + middle, n - middle, other);
    memcpy(other, items, (size_t)n * sizeof *items);
    merge(other, middle, n, items);
}
