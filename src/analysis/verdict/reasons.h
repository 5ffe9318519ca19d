/* Why a loop is not parallel, or not known to be. */
#pragma once
#include "base/message.h"
#include "ir/tree.h"

/* Remedies that the window knows again by their sentence, to offer a button for them (project/vouch.c). The name stands
 * twice in the first. */
#define IHOP_REMEDY_PERMUTATION N_ ("if no two elements of %s are equal, say so: --assume 'permutation %s'")
#define IHOP_REMEDY_NO_OVERLAP N_ ("assert that they do not overlap: --alias trust")
#define IHOP_REMEDY_RESTRICT N_ ("declare them restrict, or say --alias trust")
#define IHOP_REMEDY_APART N_ ("%s and %s may be the same memory: if they are not, say --alias trust or declare them restrict")
#define IHOP_REMEDY_KNOWN N_ ("say what is known of it: --assume")
#define IHOP_REMEDY_CONDITION N_ ("assert a condition under which that cannot be, with --assume")

/* Adds one to reasons (of IhopReason *). Takes remedy (NULL: none is known) and message. What has been said already is
 * not said again. */
void ihop_reason_add_message (GPtrArray *reasons, const char *id, const IhopNode *node, IhopMessage *remedy,
                              IhopMessage *message);
/* The same with a message that is made here (ihop_message). */
#define ihop_reason_add(reasons, id, node, remedy, ...) \
  ihop_reason_add_message (reasons, id, node, remedy, ihop_message (__VA_ARGS__))
void ihop_reason_free (gpointer reason);
