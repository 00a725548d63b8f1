from abc import ABC, abstractmethod
class Shape(ABC):
    @abstractmethod
    def area(self): ...
    @property
    @abstractmethod
    def name(self): ...
    def desc(self): return f"{self.name} {self.area()}"
try: Shape()
except TypeError as e: print(e)
class Half(Shape):
    def area(self): return 1
try: Half()
except TypeError as e: print(e)
class Sq(Half):
    name = "sq"
print(Sq().desc(), isinstance(Sq(), Shape))
