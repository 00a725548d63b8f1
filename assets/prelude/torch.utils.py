# Holds torch.utils.data; nothing else of PyTorch's tools is used by code that only computes forwards.
