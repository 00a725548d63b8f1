# Bits of one type seen as another's, arrays of None, and a module that is only imported.
import numpy as np
import torch.onnx
import torch.utils.model_zoo

a = np.array([[1.5, -2.5], [0.0, 1e-3]], dtype=np.float32)
print(a.view(np.int32), a.view("int32").view(np.float32) is a, a.view().dtype)
print(np.float32(1.5).view(np.int32), np.float64(-1.5).view(np.int64), np.int32(1069547520).view(np.float32))
seen = a.view(np.int32)
seen[0, 0] = 0
print(a)
x = np.float32(0.15625)
i = x.view(np.int32)
print(type(i).__name__, np.int32(0x5F3759DF - (i >> 1)).view(np.float32))
m = np.full((2, 3), None)
m[0, 1] = "q"
print(m, m.dtype, m.shape, repr(m))
print(np.where(np.array([True, False]), 1, None), np.full_like(a, 0), np.array(None), np.array([[None, 1], [2, None]]))
print(np.array([None, 1.0]) == None, [cell is None for cell in m[0]])
print(torch.onnx.is_in_onnx_export())
print(a.tobytes(), np.arange(3, dtype=np.int16)[::-1].tobytes(), np.array([True, False]).tobytes(), np.array([[1, 2], [3, 4]], dtype=np.uint8).T.tobytes())
print(np.real(a), np.imag(a)[0], np.angle(1j), np.angle([1, -1], deg=True), np.iscomplexobj(a), np.real([1, 2]))
