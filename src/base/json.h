/* Small words over JsonBuilder. Text that is not UTF-8 (the owner's file may be anything) is made
 * so: JSON knows nothing else. */
#pragma once
#include "base/message.h"
#include <json-glib/json-glib.h>

void ihop_json_put_text (JsonBuilder *builder, const char *name, const char *text); /* NULL: null */
/* The English sentence, and behind it as NAME_parts what it is made of: "id", the sentence with gaps, and "arguments",
 * what stands in them: numbers, words, and objects of the same kind. NULL: null, both. */
void ihop_json_put_message (JsonBuilder *builder, const char *name, const IhopMessage *message);
/* The same of IhopMessage *: two arrays; NULL: empty ones. */
void ihop_json_put_messages (JsonBuilder *builder, const char *name, const GPtrArray *messages);
/* Such a message back: the member NAME_parts of the object. NULL: there is none, or arguments do not fit their gaps.
 * Caller owns the result. */
IhopMessage *ihop_json_get_message (JsonObject *object, const char *name);
void ihop_json_put_int (JsonBuilder *builder, const char *name, gint64 value);
void ihop_json_put_bool (JsonBuilder *builder, const char *name, gboolean value);
void ihop_json_put_double (JsonBuilder *builder, const char *name, double value);
/* Without a name, in an array. Numbers of this program go only through these two. */
void ihop_json_add_double (JsonBuilder *builder, double value);
void ihop_json_add_text (JsonBuilder *builder, const char *text); /* an array's element */
void ihop_json_begin_array (JsonBuilder *builder, const char *name);
/* An array of numbers (of gint64); NULL: an empty one. */
void ihop_json_put_integers (JsonBuilder *builder, const char *name, const GArray *numbers);
/* An array of n numbers. */
void ihop_json_put_numbers (JsonBuilder *builder, const char *name, const guint *numbers, guint n);
void ihop_json_begin_object (JsonBuilder *builder, const char *name);
/* A whole JSON document as a member's value; null if it cannot be read. */
void ihop_json_put_document (JsonBuilder *builder, const char *name, const char *document);
/* Indented text with a newline at its end. Takes the builder. The caller frees. */
char *ihop_json_finish (JsonBuilder *builder);
