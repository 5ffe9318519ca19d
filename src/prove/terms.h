/* Between value.c and terms.c. */
#pragma once
#include "prove/model.h"

/* Adds a term, takes its coefficient. FALSE: no room. */
gboolean prove_add_term (Value *value, Term term);
gboolean prove_have_same_factors (const Term *a, const Term *b);
/* A constant, if the expression is one. */
gboolean prove_is_constant (isl_pw_aff *affine, gint64 *constant);
