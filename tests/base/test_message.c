/* Messages: what is put into which gap, in English and in another language. */
#include "base/message.h"
#include <string.h>

static const char *
translate (const char *id)
{
  static const char *const known[][2] = {
    { "the %s dependence from %s (line %u)", "строка %3$u: из %2$s, %1$s" },
    { "flow", "поток" },
    { "the loop does not count: %s", "цикл не считает: %s" },
    { "%s is set twice", "%s задано дважды" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i][0], id))
      return known[i][1];
  return id;
}

static void
expect (IhopMessage *message, const char *english, const char *other)
{
  g_autofree char *translated = ihop_message_translate (message, translate);

  g_assert_cmpstr (ihop_message_text (message), ==, english);
  g_assert_cmpstr (translated, ==, other);
  ihop_message_unref (message);
}

static void
test_gaps (void)
{
  char buffer[] = "buffer";
  gint64 low = G_MININT64;
  guint64 high = G_MAXUINT64;

  expect (ihop_message ("nothing"), "nothing", "nothing");
  expect (ihop_message ("100 %% of %s", buffer), "100 % of buffer", "100 % of buffer");
  expect (ihop_message ("%d, %u, %c, %02x", -3, 4294967295u, 'q', 10), "-3, 4294967295, q, 0a", "-3, 4294967295, q, 0a");
  expect (ihop_message ("%" G_GINT64_FORMAT " %" G_GUINT64_FORMAT " %zu", low, high, (gsize) 7),
          "-9223372036854775808 18446744073709551615 7", "-9223372036854775808 18446744073709551615 7");
  expect (ihop_message ("%.3g of %5s|%-3s|", 0.5, "ab", "c"), "0.5 of    ab|c  |", "0.5 of    ab|c  |");
  expect (ihop_message ("%s%s%s%s%s%s%s%s%s%s%s%s", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"),
          "abcdefghijkl", "abcdefghijkl");
}

static void
test_words (void)
{
  expect (ihop_message_word ("flow of %s"), "flow of %s", "flow of %s");
  expect (ihop_message ("the %s dependence from %s (line %u)", ihop_argument_phrase ("flow"), "flow", 3u),
          "the flow dependence from flow (line 3)", "строка 3: из flow, поток");
}

static void
test_nested (void)
{
  g_autoptr (IhopMessage) inner = ihop_message ("%s is set twice", "i");
  g_autoptr (IhopMessage) outer = ihop_message ("the loop does not count: %s", inner);
  g_autoptr (IhopMessage) same = ihop_message ("the loop does not count: %s", inner);
  g_autoptr (IhopMessage) other = ihop_message ("the loop does not count: %s", ihop_message_text (inner));

  expect (ihop_message_ref (outer), "the loop does not count: i is set twice", "цикл не считает: i задано дважды");
  g_assert_cmpstr (ihop_message_text (other), ==, ihop_message_text (outer));
  g_assert_true (ihop_message_equal (outer, same));
  g_assert_false (ihop_message_equal (outer, other));
  g_assert_false (ihop_message_equal (outer, inner));
  g_assert_null (ihop_message_text (NULL));
}

static char *
rename_i (const char *word, gpointer data)
{
  return g_str_equal (word, "i") ? g_strdup (data) : NULL;
}

static void
test_map (void)
{
  g_autoptr (IhopMessage) inner = ihop_message ("%s is set twice", "i");
  g_autoptr (IhopMessage) outer = ihop_message ("the loop does not count: %s", inner);

  expect (ihop_message_map (outer, rename_i, "own"), "the loop does not count: own is set twice",
          "цикл не считает: own задано дважды");
  g_assert_cmpstr (ihop_message_text (outer), ==, "the loop does not count: i is set twice");
}

static void
test_written_down (void)
{
  g_autoptr (IhopMessage) inner = ihop_message ("%s is set twice", "i");
  g_autoptr (IhopMessage) message = ihop_message ("line %u: %s, %s", 4u, "A[i]", inner);

  g_assert_cmpstr (ihop_message_id (message), ==, "line %u: %s, %s");
  g_assert_cmpuint (ihop_message_n_arguments (message), ==, 3);
  g_assert_cmpint (ihop_message_argument (message, 0)->number, ==, 4);
  g_assert_cmpstr (ihop_message_argument (message, 1)->word, ==, "A[i]");
  g_assert_true (ihop_message_equal (ihop_message_argument (message, 2)->message, inner));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/message/gaps", test_gaps);
  g_test_add_func ("/message/words", test_words);
  g_test_add_func ("/message/nested", test_nested);
  g_test_add_func ("/message/map", test_map);
  g_test_add_func ("/message/written-down", test_written_down);
  return g_test_run ();
}
