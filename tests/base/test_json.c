/* Messages written to JSON and read back. */
#include "base/json.h"
#include <string.h>

/* The message in a document "{ "said": …, "said_parts": … }", read again. */
static IhopMessage *
through_json (const IhopMessage *message)
{
  JsonBuilder *builder = json_builder_new ();

  ihop_json_begin_object (builder, NULL);
  ihop_json_put_message (builder, "said", message);
  json_builder_end_object (builder);
  g_autofree char *text = ihop_json_finish (builder);
  g_autoptr (JsonNode) root = json_from_string (text, NULL);
  return ihop_json_get_message (json_node_get_object (root), "said");
}

static void
test_back (void)
{
  g_autoptr (IhopMessage) inner = ihop_message ("%s is set twice", "i");
  g_autoptr (IhopMessage) message = ihop_message ("line %u: %s, %s; %g %% of it", 4u, "A[i]", inner, 2.5);
  g_autoptr (IhopMessage) again = through_json (message);

  g_assert_true (ihop_message_equal (message, again));
  g_assert_cmpstr (ihop_message_text (again), ==, "line 4: A[i], i is set twice; 2.5 % of it");
  g_assert_null (through_json (NULL));
}

static IhopMessage *
read_parts (const char *parts)
{
  g_autofree char *text = g_strdup_printf ("{ \"said_parts\": %s }", parts);
  g_autoptr (JsonNode) root = json_from_string (text, NULL);

  return ihop_json_get_message (json_node_get_object (root), "said");
}

/* What somebody else has written is put into no gap that it does not fit. */
static void
test_misfits (void)
{
  static const char *const documents[]
    = { "null", "7", "{}", "{ \"id\": \"%s\" }", "{ \"id\": \"%s\", \"arguments\": [] }",
        "{ \"id\": \"%s\", \"arguments\": [\"a\", \"b\"] }", "{ \"id\": \"%s\", \"arguments\": [1] }",
        "{ \"id\": \"%u\", \"arguments\": [\"a\"] }", "{ \"id\": \"%n\", \"arguments\": [1] }",
        "{ \"id\": \"%n\", \"arguments\": [\"a\"] }", "{ \"id\": \"%2$s %1$s\", \"arguments\": [\"a\", \"b\"] }",
        "{ \"id\": \"%s\", \"arguments\": [{ \"id\": \"%d\", \"arguments\": [\"a\"] }] }",
        "{ \"id\": \"%s\", \"arguments\": [[1]] }", "{ \"id\": \"%s\", \"arguments\": 1 }" };

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    g_assert_null (read_parts (documents[i]));
}

static void
test_exponents (void)
{
  static const double values[] = { 6e-10, 1e-05, -2e-07, 1e+22, 5e-324, 0, 1, 0.5, 1.5e-9 };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      JsonBuilder *builder = json_builder_new ();
      g_autoptr (GError) error = NULL;
      ihop_json_begin_object (builder, NULL);
      ihop_json_put_double (builder, "value", values[i]);
      json_builder_end_object (builder);
      g_autofree char *text = ihop_json_finish (builder);
      g_assert_null (strstr (text, ".0e"));
      g_assert_false (g_regex_match_simple ("e[-+]?[0-9]+\\.", text, 0, 0));
      g_autoptr (JsonNode) root = json_from_string (text, &error);
      g_assert_no_error (error);
      double back = json_object_get_double_member (json_node_get_object (root), "value");
      g_assert_cmpfloat_with_epsilon (back, values[i], 1e-15 * ABS (values[i]) + 1e-323);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/back", test_back);
  g_test_add_func ("/json/misfits", test_misfits);
  g_test_add_func ("/json/exponents", test_exponents);
  return g_test_run ();
}
