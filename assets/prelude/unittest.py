# Tests that a script carries with it: found by name, run in order, counted on standard error.

import re
import sys
import time
import traceback


class SkipTest(Exception):
    """A test that is not to be run."""


def skip(reason):
    """A test that is left out."""
    def mark(test):
        test.__unittest_skip__ = True
        return test
    return mark


def skipIf(condition, reason):
    """A test that is left out where the condition holds."""
    return skip(reason) if condition else lambda test: test


def skipUnless(condition, reason):
    """A test that is left out where the condition does not hold."""
    return skipIf(not condition, reason)


class _Raises:
    def __init__(self, case, kind, pattern=None):
        self.case, self.kind, self.pattern = case, kind, pattern

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.case.fail(f"{getattr(self.kind, '__name__', self.kind)} not raised")
        if not issubclass(kind, self.kind):
            return False
        self.exception = error
        if self.pattern is not None and not re.search(self.pattern, str(error)):
            self.case.fail(f'"{self.pattern}" does not match "{error}"')
        return True


class TestCase:
    """Tests are the methods whose names begin with test."""

    failureException = AssertionError

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName

    def setUp(self):
        """Before each test."""

    def tearDown(self):
        """After each test."""

    @classmethod
    def setUpClass(cls):
        """Before the first test."""

    @classmethod
    def tearDownClass(cls):
        """After the last test."""

    def id(self):
        return f"{type(self).__module__}.{type(self).__qualname__}.{self._testMethodName}"

    def subTest(self, msg=None, **params):
        import contextlib
        return contextlib.nullcontext()

    def fail(self, msg=None):
        raise self.failureException(msg)

    def skipTest(self, reason):
        raise SkipTest(reason)

    def _want(self, holds, standard, msg):
        if not holds:
            self.fail(standard if msg is None else f"{standard} : {msg}")

    def assertTrue(self, expr, msg=None):
        self._want(expr, f"{expr!r} is not true", msg)

    def assertFalse(self, expr, msg=None):
        self._want(not expr, f"{expr!r} is not false", msg)

    def assertEqual(self, first, second, msg=None):
        self._want(first == second, f"{first!r} != {second!r}", msg)

    assertListEqual = assertTupleEqual = assertDictEqual = assertSetEqual = assertMultiLineEqual = assertEqual

    def assertNotEqual(self, first, second, msg=None):
        self._want(first != second, f"{first!r} == {second!r}", msg)

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        near = first == second or (abs(first - second) <= delta if delta is not None
                                   else round(abs(first - second), 7 if places is None else places) == 0)
        self._want(near, f"{first!r} != {second!r}", msg)

    def assertLess(self, a, b, msg=None):
        self._want(a < b, f"{a!r} not less than {b!r}", msg)

    def assertLessEqual(self, a, b, msg=None):
        self._want(a <= b, f"{a!r} not less than or equal to {b!r}", msg)

    def assertGreater(self, a, b, msg=None):
        self._want(a > b, f"{a!r} not greater than {b!r}", msg)

    def assertGreaterEqual(self, a, b, msg=None):
        self._want(a >= b, f"{a!r} not greater than or equal to {b!r}", msg)

    def assertIs(self, a, b, msg=None):
        self._want(a is b, f"{a!r} is not {b!r}", msg)

    def assertIsNot(self, a, b, msg=None):
        self._want(a is not b, f"unexpectedly identical: {a!r}", msg)

    def assertIsNone(self, obj, msg=None):
        self._want(obj is None, f"{obj!r} is not None", msg)

    def assertIsNotNone(self, obj, msg=None):
        self._want(obj is not None, "unexpectedly None", msg)

    def assertIn(self, member, container, msg=None):
        self._want(member in container, f"{member!r} not found in {container!r}", msg)

    def assertNotIn(self, member, container, msg=None):
        self._want(member not in container, f"{member!r} unexpectedly found in {container!r}", msg)

    def assertIsInstance(self, obj, cls, msg=None):
        self._want(isinstance(obj, cls), f"{obj!r} is not an instance of {cls!r}", msg)

    def _raises(self, context, args, kwargs):
        if not args:
            return context
        with context:
            args[0](*args[1:], **kwargs)

    def assertRaises(self, kind, *args, **kwargs):
        return self._raises(_Raises(self, kind), args, kwargs)

    def assertRaisesRegex(self, kind, pattern, *args, **kwargs):
        return self._raises(_Raises(self, kind, pattern), args, kwargs)


class TestSuite:
    """Tests in order."""

    def __init__(self, tests=()):
        self._tests = list(tests)

    def addTest(self, test):
        self._tests.append(test)

    def addTests(self, tests):
        self._tests.extend(tests)

    def __iter__(self):
        return iter(self._tests)

    def _flat(self):
        return [one for test in self for one in (test._flat() if isinstance(test, TestSuite) else [test])]


class TestLoader:
    """Finds tests."""

    def loadTestsFromTestCase(self, kind):
        return TestSuite([kind(name) for name in sorted(dir(kind)) if name.startswith("test")])

    def loadTestsFromModule(self, module):
        kinds = [one for _, one in sorted(vars(module).items())
                 if isinstance(one, type) and issubclass(one, TestCase) and one is not TestCase]
        return TestSuite([self.loadTestsFromTestCase(kind) for kind in kinds])


defaultTestLoader = TestLoader()


class TestResult:
    """What came of the tests."""

    def __init__(self):
        self.testsRun, self.failures, self.errors, self.skipped = 0, [], [], []

    def wasSuccessful(self):
        return not self.failures and not self.errors


class TextTestRunner:
    """Runs tests; tells on standard error."""

    def __init__(self, stream=None, descriptions=True, verbosity=1, **rest):
        self.stream = stream or sys.stderr

    def _one(self, test, result):
        method = getattr(test, test._testMethodName)
        result.testsRun += 1
        if getattr(method, "__unittest_skip__", False) or getattr(type(test), "__unittest_skip__", False):
            result.skipped.append((test, ""))
            return "s"
        try:
            test.setUp()
            try:
                method()
            finally:
                test.tearDown()
        except SkipTest as reason:
            result.skipped.append((test, str(reason)))
            return "s"
        except AssertionError:
            result.failures.append((test, traceback.format_exc()))
            return "F"
        except Exception:
            result.errors.append((test, traceback.format_exc()))
            return "E"
        return "."

    def run(self, suite):
        result, began, kind, signs = TestResult(), time.time(), None, ""
        for test in TestSuite([suite])._flat():
            if type(test) is not kind:
                if kind is not None:
                    kind.tearDownClass()
                kind = type(test)
                kind.setUpClass()
            signs += self._one(test, result)
        if kind is not None:
            kind.tearDownClass()
        line = "-" * 70
        for word, found in (("ERROR", result.errors), ("FAIL", result.failures)):
            for test, text in found:
                signs += f"\n{'=' * 70}\n{word}: {test._testMethodName}\n{line}\n{text}"
        count = result.testsRun
        print(f"{signs}\n{line}\nRan {count} test{'s' if count != 1 else ''} in {time.time() - began:.3f}s\n", file=self.stream)
        print("OK" if result.wasSuccessful() else f"FAILED (failures={len(result.failures)}, errors={len(result.errors)})",
              file=self.stream)
        return result


def main(module="__main__", defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader, exit=True,
         verbosity=1, **rest):
    """Runs the tests of the script, and ends it."""
    if isinstance(module, str):
        module = sys.modules[module]
    result = TextTestRunner(verbosity=verbosity).run(testLoader.loadTestsFromModule(module))
    if exit:
        sys.exit(not result.wasSuccessful())
