/* Forms of C that mean something else in C++ or in another function, or nothing at all. What is done about each is in languages.c,
 * and doc/languages.md says it for readers. */
#pragma once
#include "ir/tree.h"

/* sizeof of an expression that has another type in C++: a comparison is a bool there and 'a' a char, and a comma or a choice
 * of arrays is an array. */
gboolean ihop_form_is_size_of_value (const IhopNode *node);
/* Whether the front end has said what typeof or _Generic chose here (IHOP_NODE_RESOLVED). */
gboolean ihop_form_is_resolved (const IhopNode *node);
/* The same, but for an extent that C calls variable and C++ constant: that is the same for both. */
gboolean ihop_form_names_types (const IhopNode *node);
/* A value of an enumeration of which C makes an unsigned int, and C++ an int if that holds all its values. */
gboolean ihop_form_is_unsigned_enum (const IhopNode *node);
gboolean ihop_form_is_enum (const IhopNode *node);
/* "e++" of an enumeration and "b++" of a bool, which are no C++. */
gboolean ihop_form_is_c_step (const IhopNode *node);
/* Arithmetic that needs another spelling because of an enumeration; equality does not ask for the sign. */
gboolean ihop_form_is_enum_arithmetic (const IhopNode *node);
/* Arithmetic with a bit-field of more bits than an int (ihop_node_wide_bits). */
gboolean ihop_form_is_wide_bits (const IhopNode *node);
/* isinf and signbit: macros in C that tell more than yes and no; functions that give a bool in C++. */
gboolean ihop_form_is_classification (const IhopNode *node);
/* A function that is always of GNU's kind in C++, which defines _GNU_SOURCE. */
gboolean ihop_form_is_gnu_version (const IhopNode *node);
/* A compound literal whose address is kept: it lives as long as its block in C, and to the end of the expression in C++. */
gboolean ihop_form_is_kept_literal (const IhopNode *node);
/* A struct without members: of 0 bytes in C and of 1 in C++. */
gboolean ihop_form_is_memberless (const IhopNode *node);
/* "case 2 ... 4:", which nvcc (measured with 13.0) takes for "case 2:" on the device, without a word. */
gboolean ihop_form_is_case_range (const IhopNode *node);
/* What looks at the type of an operand, or at the object that it is: not at its value. */
gboolean ihop_form_looks_at_type (const IhopNode *node);
/* A conversion that C++ does not make by itself: of a number to an enumeration, of "void *" to another pointer. */
gboolean ihop_form_is_c_conversion (const IhopNode *node);
/* "enum { N = 8 };" inside of a function, which the file as a whole does not know: in front of the function, where kernels
 * stand, the name may mean something else. */
gboolean ihop_form_is_enumerator_of_function (const IhopNode *node);
