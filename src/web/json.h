/* JSON that strangers send, and a few words for what we answer. */
#pragma once
#include <json-glib/json-glib.h>

/* NULL: no JSON, deeper than 32 levels (the parser recurses), or not an object; fault says which
 * (static). Caller unrefs. */
JsonNode *ihop_web_json_read (const char *text, gsize size, const char **fault);
/* Members that may be absent: NULL, 0, FALSE. What is of another type counts as absent. */
const char *ihop_web_json_text (JsonObject *object, const char *name);
gint64 ihop_web_json_int (JsonObject *object, const char *name);
double ihop_web_json_double (JsonObject *object, const char *name);
JsonObject *ihop_web_json_object (JsonObject *object, const char *name);
JsonArray *ihop_web_json_array (JsonObject *object, const char *name);
/* Elements that are objects or texts; others: NULL. */
JsonObject *ihop_web_json_object_at (JsonArray *array, guint i);
const char *ihop_web_json_text_at (JsonArray *array, guint i);
/* 0 for NULL. */
guint ihop_web_json_length (JsonArray *array);
/* A member with a text, null for NULL. */
void ihop_web_json_put (JsonBuilder *json, const char *name, const char *text);
/* Takes the builder; caller frees. */
char *ihop_web_json_finish (JsonBuilder *json);
