# More arguments than parameters, counting self.
class Head:
    def forward(self, x):
        return x


print(Head().forward(1))
Head().forward(1, 2)
