/* How a row that was dealt to lanes ends: PyTorch adds the eight of float32 in halves and the four
 * of float64 one after the other. */
#ifndef QKV_TENSOR_CELLS_LANES_H
#define QKV_TENSOR_CELLS_LANES_H

struct lane_join { /* lane `from` is added to lane `to` */
    int to, from;
};

/* The k-th of lanes - 1; lanes: 8 or 4. */
static inline struct lane_join lane_join(int lanes, int k)
{
    static const struct lane_join halves[] = {{0, 4}, {1, 5}, {2, 6}, {3, 7},
                                              {0, 2}, {1, 3}, {0, 1}};
    return lanes == 8 ? halves[k] : (struct lane_join){0, k + 1};
}

#endif
