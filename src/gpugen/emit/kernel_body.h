/* The body of a kernel: the owner's text, with the few words exchanged that mean something else on the device. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

IhopBody *ihop_body_new (IhopPrint *print, const IhopKernel *kernel);
void ihop_body_free (IhopBody *body);
/* An expression. Caller frees. */
char *ihop_body_expression (IhopBody *body, const IhopNode *node);
/* A statement, its first line without indentation, further ones moved to "indent". */
char *ihop_body_statement (IhopBody *body, const IhopNode *node, const char *indent);
/* Words that C++ spells otherwise. Takes text, which the caller owned; caller frees the result. */
char *ihop_text_for_cxx (char *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopBody, ihop_body_free)
