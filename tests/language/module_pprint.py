# pprint.
import pprint
pprint.pprint({'z': list(range(30)), 'a': 'x' * 100, 'n': {'k' + str(k): k for k in range(12)}}); pprint.pprint([1, 'a' * 30, ('b' * 30, 'c' * 30)], width=40); print(pprint.pformat({'b': 1, 'a': 2}), pprint.pformat({'b': 1, 'a': 2}, sort_dicts=False)); pprint.pprint('word ' * 30); pprint.pprint([[1, [2, [3]]]], depth=2); pprint.pp({'b': 1, 'a': 2}); pprint.pprint(list(range(40)), compact=True); pprint.pprint({'a': {'b' * 30: {'c' * 30: 1}}}, indent=4)
