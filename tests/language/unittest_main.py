# A script that carries its tests: what they print, and how it ends.
import unittest


class TestNumbers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print("once")

    def setUp(self):
        self.x = 3

    def tearDown(self):
        print("down")

    def test_b(self):
        print("b", self.x, self.id().split(".")[-1])
        self.assertEqual(self.x, 3)
        self.assertTrue(self.x)
        self.assertIn(1, [1, 2])
        self.assertAlmostEqual(0.1 + 0.2, 0.3)
        with self.assertRaises(ValueError) as caught:
            int("q")
        print(type(caught.exception).__name__)
        self.assertRaises(ZeroDivisionError, lambda: 1 // 0)
        with self.assertRaisesRegex(TypeError, "unsupported"):
            1 + "a"

    def test_a(self):
        print("a")
        with self.subTest(k=1):
            self.assertLess(1, 2)

    @unittest.skip("not now")
    def test_c(self):
        print("never")


class TestMore(unittest.TestCase):
    def test_wrong(self):
        print("wrong")
        self.assertEqual(1, 2, "said")


suite = unittest.TestLoader().loadTestsFromTestCase(TestNumbers)
result = unittest.TextTestRunner(verbosity=0).run(suite)
print(result.testsRun, len(result.failures), len(result.skipped), result.wasSuccessful())
try:
    unittest.main(argv=["x"])
except SystemExit as end:
    print("ended", bool(end.code))
unittest.main(argv=["x"], exit=False)
print("on")
