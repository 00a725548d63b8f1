/* Finds the order in which NumPy's argsort leaves equal elements: its quicksort, step by step. */
#include "tensor/cells/order.h"

#include <stdbool.h>

#define SHORT_PART 15 /* a part whose ends are no farther apart is sorted by insertion */

static void swap(struct keyed *a, struct keyed *b)
{
    struct keyed held = *a;
    *a = *b;
    *b = held;
}

/* Lets an item sink from place i of a heap of n; places count from 1. */
static void sink(struct keyed *items, int64_t i, int64_t n, struct keyed item)
{
    for (int64_t j = 2 * i; j <= n; j = 2 * i) {
        j += j < n && items[j - 1].key < items[j].key;
        if (item.key >= items[j - 1].key) {
            break;
        }
        items[i - 1] = items[j - 1];
        i = j;
    }
    items[i - 1] = item;
}

static void heap_sort(struct keyed *items, int64_t n)
{
    for (int64_t k = n / 2; k > 0; k--) {
        sink(items, k, n, items[k - 1]);
    }
    for (; n > 1; n--) {
        struct keyed item = items[n - 1];
        items[n - 1] = items[0];
        sink(items, 1, n - 1, item);
    }
}

static void insertion_sort(struct keyed *items, int64_t low, int64_t high)
{
    for (int64_t i = low + 1; i <= high; i++) {
        struct keyed item = items[i];
        int64_t j = i;
        for (; j > low && item.key < items[j - 1].key; j--) {
            items[j] = items[j - 1];
        }
        items[j] = item;
    }
}

/* Splits low ... high at the middle one of three; returns where that one stands. */
static int64_t split(struct keyed *items, int64_t low, int64_t high)
{
    int64_t middle = low + ((high - low) >> 1), i = low, j = high - 1;
    if (items[middle].key < items[low].key) {
        swap(&items[middle], &items[low]);
    }
    if (items[high].key < items[middle].key) {
        swap(&items[high], &items[middle]);
    }
    if (items[middle].key < items[low].key) {
        swap(&items[middle], &items[low]);
    }
    int64_t pivot = items[middle].key;
    swap(&items[middle], &items[j]);
    for (;;) {
        do {
            i++;
        } while (items[i].key < pivot);
        do {
            j--;
        } while (pivot < items[j].key);
        if (i >= j) {
            break;
        }
        swap(&items[i], &items[j]);
    }
    swap(&items[i], &items[high - 1]);
    return i;
}

void order_numpy(struct keyed *items, int64_t n)
{
    struct part {
        int64_t low, high;
        int depth;                      /* splits that are left */
    } waiting[64], now = {0, n - 1, 0}; /* the shorter part goes on, so 64 is enough */
    int count = 0;
    for (int64_t k = n; k > 1; k >>= 1) {
        now.depth += 2;
    }
    for (;;) {
        while (now.depth >= 0 && now.high - now.low > SHORT_PART) {
            int64_t at = split(items, now.low, now.high);
            struct part left = {now.low, at - 1, now.depth - 1},
                        right = {at + 1, now.high, now.depth - 1};
            bool left_goes_on = at - now.low < now.high - at;
            waiting[count++] = left_goes_on ? right : left;
            now = left_goes_on ? left : right;
        }
        if (now.high - now.low > SHORT_PART) {
            heap_sort(items + now.low, now.high - now.low + 1);
        } else {
            insertion_sort(items, now.low, now.high);
        }
        if (count == 0) {
            return;
        }
        now = waiting[--count];
    }
}
