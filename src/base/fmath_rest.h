/* Computes functions of a float32 with the bits of the C library under PyTorch, for cells that its
 * vectors leave over. */
#pragma once

float fmath_expf_rest(float x);
float fmath_logf_rest(float x);
float fmath_expm1f_rest(float x);
float fmath_log1pf_rest(float x);
float fmath_sinhf_rest(float x);
float fmath_coshf_rest(float x);
float fmath_tanhf_rest(float x);
float fmath_asinhf_rest(float x);
float fmath_acoshf_rest(float x);
float fmath_atanhf_rest(float x);
float fmath_erff_rest(float x);
float fmath_atan2f_rest(float y, float x);
