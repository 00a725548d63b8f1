# Takes settings of a GPU that is not there; they may be set and have no effect.


class _Settings:
    """Attributes without effect."""

    def __init__(self):
        self.allow_tf32 = False
        self.allow_fp16_reduced_precision_reduction = True


matmul = _Settings()


def is_built():
    """Never."""
    return False


def _accept(enabled):
    return None


enable_flash_sdp = enable_mem_efficient_sdp = enable_math_sdp = _accept


class sdp_kernel:
    """Choice of a kernel for scaled_dot_product_attention: there is one."""

    def __init__(self, enable_flash=True, enable_math=True, enable_mem_efficient=True):
        pass

    def __enter__(self):
        return {}

    def __exit__(self, kind, error, trace):
        return False
