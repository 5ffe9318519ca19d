/* Documents read from outside: nothing is taken for granted of what they hold. What these give belongs to the document. */
#pragma once
#include <json-glib/json-glib.h>

/* Members that may be absent, of an object that may be NULL: NULL or 0 then. What is of another type counts as absent. */
const char *ihop_json_get_text (JsonObject *object, const char *name);
gint64 ihop_json_get_int (JsonObject *object, const char *name);
double ihop_json_get_double (JsonObject *object, const char *name);
JsonObject *ihop_json_get_object (JsonObject *object, const char *name);
JsonArray *ihop_json_get_array (JsonObject *object, const char *name);
/* Elements that are objects or texts; others: NULL. */
JsonObject *ihop_json_object_at (JsonArray *array, guint i);
const char *ihop_json_text_at (JsonArray *array, guint i);
/* 0 for NULL. */
guint ihop_json_length (JsonArray *array);
