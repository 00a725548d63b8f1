/* Lists what an operation does, as bits of its row: rules ask for these, and for a name only where
 * that one operation is meant. A row of NumPy has those of PyTorch's row of the same name (op_does
 * in ops.h). A new operation that is like another has its traits: captions, stages, axes and
 * warnings follow. */
#pragma once

#include <stdint.h>

#define TRAIT(n) (UINT64_C(1) << (n))
/* the column `kind` of a row: KIND_MAP | TRANSPOSES */
#define OP_KIND(column) (enum op_kind)((column) & (TRAIT(4) - 1))
#define OP_TRAITS(column) ((column) & ~(TRAIT(4) - 1))

/* moves and copies */
#define TRANSPOSES TRAIT(4)     /* axes change places: transpose, permute */
#define RESHAPES TRAIT(5)       /* the same cells in other sizes: view, flatten */
#define SQUEEZES TRAIT(6)       /* an axis of size 1 comes or goes */
#define EXPANDS TRAIT(7)        /* an axis of size 1 is seen many times */
#define REPEATS TRAIT(8)        /* cells are copied many times */
#define INDEXES TRAIT(9)        /* cells at places that are given: gather, embedding */
#define SELECTS TRAIT(10)       /* one stretch of an axis: select, narrow */
#define CUTS TRAIT(11)          /* into several tensors: split, chunk, unbind */
#define CONCATENATES TRAIT(12)  /* along an axis that is there: cat */
#define STACKS TRAIT(13)        /* other ways to put tensors together: stack, hstack */
#define COPIES TRAIT(14)        /* the same tensor in memory of its own: clone, contiguous */
#define CONVERTS TRAIT(15)      /* into another type */
#define REPLACES TRAIT(16)      /* a copy of which some cells are others: scatter, index_fill */
#define FLIPS TRAIT(17)         /* an axis runs backwards */
#define DIAGONALS TRAIT(18)     /* a diagonal out of a table, or into one */
#define TRIANGLES TRAIT(19)     /* zeros on one side of the diagonal */
#define COMPLEX_PARTS TRAIT(20) /* between complex numbers and their parts */

/* made */
#define FILLS TRAIT(21)     /* every cell alike: zeros, full */
#define FROM_DATA TRAIT(22) /* of numbers or an array: tensor, asarray */
#define COUNTS TRAIT(23)    /* arange, linspace */
#define DRAWS_EVENLY TRAIT(24)
#define DRAWS_NORMAL TRAIT(25)
#define DRAWS_WHOLE TRAIT(26) /* integers */
#define SHUFFLES TRAIT(27)    /* an order */

/* computed */
#define ADDS TRAIT(28)
#define SUBTRACTS TRAIT(29)
#define MULTIPLIES TRAIT(30)
#define DIVIDES TRAIT(31)
#define ROUNDS TRAIT(33)   /* to whole numbers, or to decimals */
#define COMPARES TRAIT(32) /* True or False: eq, lt */
#define MATMUL TRAIT(34)   /* rows by columns: matmul, mm, bmm */
#define MATVEC TRAIT(35)   /* one of them a vector: mv, dot */
#define CONTRACTS                                                                                  \
    TRAIT(36) /* other products of two tensors, summed over an axis: linear, inner                 \
               */
#define ADDS_PRODUCT TRAIT(37) /* and that added to a third: addmm */
#define SOFTMAX TRAIT(38)
#define LOG_SOFTMAX TRAIT(39)

#define COMPLEX_TOO TRAIT(40) /* of complex tensors, too; those of TAKES_COMPLEX need no word */
#define PYTHON TRAIT(41)      /* PyTorch writes it in Python: errors are Python's */
#define MASKS TRAIT(42)       /* some cells become others where a mask says: masked_fill, where */
#define NEGATES TRAIT(43)     /* True becomes False */
#define WORDED TRAIT(44)      /* a sentence of its own says more than its formula */
#define STAYS TRAIT(45)       /* place k of an axis is what it was, if no trait above says so */
#define PRODUCTS (MATMUL | MATVEC | CONTRACTS)
#define JOINS (CONCATENATES | STACKS)
