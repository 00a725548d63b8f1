import bisect
from bisect import bisect_left, bisect_right, insort
import pdb
import telnetlib
import unittest
from tkinter import Tk

edges = [1, 3, 3, 7]
print(bisect_left(edges, 3), bisect_right(edges, 3), bisect.bisect(edges, 0), bisect.bisect(edges, 9))
print(bisect_left(edges, 3, 2), bisect_right(edges, 3, 0, 2), bisect_left(["aa", "b"], 2, key=len))
insort(edges, 4)
bisect.insort_left(edges, 3)
print(edges)
try:
    bisect_left(edges, 1, -1)
except ValueError as error:
    print(error)
