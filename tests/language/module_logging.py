# logging: what goes to standard output; levels, handlers, formats.
import logging, sys
logging.debug('no'); logging.warning('w %s', 1); 
L = logging.getLogger(__name__); L.warning('early'); L.setLevel(logging.DEBUG); L.debug('hidden?'); L.info('i')
print(L.name, L.level, logging.getLogger('a.b') is logging.getLogger('a.b'), L.isEnabledFor(10), L.getEffectiveLevel(), logging.getLevelName(20), L)
logging.basicConfig(level=logging.INFO, format='%(levelname)s:%(name)s:%(message)s|%(lineno)d', force=True)
L.debug('d'); L.info('x=%d y=%s', 3, 'q'); L.error('bad'); logging.info('root'); logging.critical('c')
M = logging.getLogger('m'); M.info('m info'); M.setLevel(logging.ERROR); M.info('no'); M.error('yes %(a)s', {'a': 5})
try: 1 / 0
except ZeroDivisionError: L.exception('oops')
h = logging.StreamHandler(sys.stdout); h.setFormatter(logging.Formatter('[%(levelname)-8s] %(message)s')); h.setLevel(logging.WARNING); P = logging.getLogger('p'); P.addHandler(h); P.propagate = False; P.setLevel(logging.DEBUG); P.info('lost'); P.warning('to stdout'); P.log(logging.ERROR, 'logged %s', 'e')
logging.basicConfig(level=logging.DEBUG); logging.debug('still no'); logging.disable(logging.CRITICAL); L.error('off'); logging.disable(logging.NOTSET); L.error('on')
N = logging.getLogger('n'); N.addHandler(logging.NullHandler()); N.info('brace'); print(logging.root, logging.INFO, N.handlers, N.parent)
