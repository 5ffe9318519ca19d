/* The parts of the service that need no service: names, frames, options, JSON, archives, HTML. */
#include "base/folder.h"
#include "web/files.h"
#include "web/html.h"
#include "web/names.h"
#include "web/options.h"
#include "web/unpack.h"
#include "web/web.h"
#include "web/wire.h"
#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static void
test_names (void)
{
  static const char *const good[] = { "a.c", "dir/a.c", "a-b_c+d=e@f.h", "my file (1).c", "\xc3\xa4.c", "A/B/C/d.c" };
  static const char *const bad[] = { "", "/a.c", "../a.c", "a/../b.c", "a/./b.c", ".hidden", "-flag.c", "a//b.c",
                                     "a/", " a.c", "~a.c", "a\\b.c", "a\nb.c", "a\"b.c", "a:b.c", "\xc3.c", "a`b.c", "a%b.c",
                                     "1/2/3/4/5/6/7/8/9/10/11/a.c" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_null (ihop_web_name_fault (good[i]));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_nonnull (ihop_web_name_fault (bad[i]));
  g_autofree char *lengthy = g_strnfill (151, 'a');
  g_assert_nonnull (ihop_web_name_fault (lengthy));
  g_assert_null (ihop_web_path_fault (lengthy));
}

static void
test_secrets (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < 1000; i++)
    {
      char *secret = ihop_web_secret_new ();
      g_assert_true (ihop_web_is_secret (secret));
      g_assert_true (g_hash_table_add (seen, secret));
    }
  g_assert_false (ihop_web_is_secret ("abc"));
  g_assert_false (ihop_web_is_secret ("../../../../../../../etc/passwd0"));
}

typedef struct
{
  GString *seen;
  gboolean refuse;
} Taken;

static gboolean
take (const char *kind, const char *name, const char *bytes, gsize size, gpointer data)
{
  Taken *taken = data;

  g_assert_cmpint (bytes[size], ==, 0);
  g_string_append_printf (taken->seen, "%s %s %s;", kind, name, bytes);
  return !taken->refuse;
}

/* Fed in pieces of every size, it says the same. */
static void
test_wire (void)
{
  static const char stream[] = "file a/b c.c 5\nhello" "stage work 0\n" "file e 0\n" "end end 0\n";
  const IhopWireLimits limits = { 100, 10, 50 };

  for (gsize step = 1; step < sizeof stream; step++)
    {
      Taken taken = { g_string_new (NULL), FALSE };
      g_autoptr (IhopWireReader) reader = ihop_wire_reader_new (&limits, take, &taken);
      for (gsize at = 0; at < sizeof stream - 1; at += step)
        g_assert_true (ihop_wire_reader_feed (reader, stream + at, MIN (step, sizeof stream - 1 - at)));
      g_assert_true (ihop_wire_reader_is_whole (reader));
      g_assert_cmpstr (taken.seen->str, ==, "file a/b c.c hello;stage work ;file e ;");
      g_string_free (taken.seen, TRUE);
    }
}

static void
test_bad_wire (void)
{
  static const char *const bad[] = { "file ../a 1\nx", "file a -1\n", "file a 51\n", "file a\n", "x y z w\n",
                                     "lengthykind a 1\nx", "end end 0\nfile a 0\n",
                                     "file a 50\n", "file a 99999999999999999999\n" };
  const IhopWireLimits limits = { 60, 3, 50 };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      Taken taken = { g_string_new (NULL), FALSE };
      g_autoptr (IhopWireReader) reader = ihop_wire_reader_new (&limits, take, &taken);
      gboolean good = ihop_wire_reader_feed (reader, bad[i], strlen (bad[i]));
      g_assert_false (good && ihop_wire_reader_is_whole (reader));
      g_string_free (taken.seen, TRUE);
    }
}

static char *
options_fault (const char *text)
{
  const char *broken;
  g_autoptr (JsonNode) root = ihop_web_json_read (text, strlen (text), &broken);
  g_autoptr (IhopWebOptions) options = ihop_web_options_new ();
  char *fault;

  g_assert_nonnull (root);
  fault = ihop_web_options_read (options, json_node_get_object (root), (const char *const[]) { NULL });
  return fault ? fault : ihop_web_options_fault (options);
}

static void
test_options (void)
{
  static const char *const good[]
    = { "{}", "{\"flags\": [\"-I\", \"include\", \"-DN=3\", \"-std=c11\", \"-UX\", \"-I.\"]}",
        "{\"mode\": \"auto\", \"steps\": [\"interchange f/i/j\"], \"gpu\": null}",
        "{\"flags\": [\"-DS=\\\"; rm -rf /\\\"\"]}" };
  static const char *const bad[]
    = { "{\"mode\": \"all\"}", "{\"mode\": 3}", "{\"mode\": null}", "{\"flags\": \"-DX\"}",
        "{\"flags\": [\"-I/etc\"]}", "{\"flags\": [\"-I../x\"]}", "{\"flags\": [\"-include\", \"/etc/passwd\"]}",
        "{\"flags\": [\"-fplugin=x.so\"]}", "{\"flags\": [\"-Xclang\", \"-load\"]}", "{\"flags\": [\"@file\"]}",
        "{\"flags\": [\"-o\", \"x\"]}", "{\"flags\": [\"-D\"]}", "{\"flags\": [\"-D1X\"]}",
        "{\"steps\": [\"a\\nb\"]}", "{\"steps\": [1]}", "{\"file\": \"../a.c\"}", "{\"gpu\": \"../x\"}",
        "{\"gpu\": \"--help\\n\"}", "{\"step\": [\"tile f/i 8\"]}", "{\"assume\": [{}]}" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_null (options_fault (good[i]));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *fault = options_fault (bad[i]);
      g_assert_nonnull (fault);
    }
}

static void
test_form_options (void)
{
  g_autoptr (IhopWebOptions) options = ihop_web_options_new ();

  g_assert_true (ihop_web_options_set (options, "flags", " -D N=1  -Iinc\r\n-UX "));
  g_assert_true (ihop_web_options_set (options, "steps", "# a script\r\ninterchange f/i/j\r\n\r\ntile f/i 8\r\n"));
  g_assert_false (ihop_web_options_set (options, "other", "x"));
  g_assert_cmpuint (options->flags->len, ==, 3);
  g_assert_cmpstr (options->flags->pdata[0], ==, "-DN=1");
  g_assert_cmpuint (options->steps->len, ==, 2);
  g_assert_cmpstr (options->steps->pdata[1], ==, "tile f/i 8");
  g_autofree char *fault = ihop_web_options_fault (options);
  g_assert_null (fault);
}

static void
test_json (void)
{
  g_autofree char *deep = g_strnfill (1000000, '[');
  g_autofree char *quoted = g_strdup_printf ("{\"a\": \"%.1000s\"}", deep);
  const char *fault;

  g_assert_null (ihop_web_json_read (deep, strlen (deep), &fault));
  g_assert_nonnull (strstr (fault, "deeper"));
  g_assert_null (ihop_web_json_read ("[]", 2, &fault));
  g_assert_null (ihop_web_json_read ("", 0, &fault));
  g_assert_null (ihop_web_json_read ("{\"a\": \"\xff\"}", 10, &fault));
  g_autoptr (JsonNode) root = ihop_web_json_read (quoted, strlen (quoted), &fault);
  g_assert_nonnull (root);
}

/* An archive with one entry; link: where it leads, or NULL. */
static void
write_archive (const char *path, const char *name, const char *link, gsize size)
{
  struct archive *archive = archive_write_new ();
  struct archive_entry *entry = archive_entry_new ();
  g_autofree char *bytes = g_strnfill (size, 'x');

  archive_write_set_format_pax_restricted (archive);
  archive_write_add_filter_gzip (archive);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, link ? AE_IFLNK : AE_IFREG);
  if (link)
    archive_entry_set_symlink (entry, link);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, link ? 0 : (la_int64_t) size);
  archive_write_header (archive, entry);
  archive_write_data (archive, bytes, size);
  archive_entry_free (entry);
  archive_write_close (archive);
  archive_write_free (archive);
}

static char *
unpack_one (const char *name, const char *link, gsize size)
{
  g_autofree char *folder = g_dir_make_tmp ("ihop-unpack-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x.tar.gz", NULL);
  g_autofree char *to = g_build_filename (folder, "to", NULL);
  IhopUnpackLimits limits = { 5, 100000 };
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  char *fault;

  write_archive (path, name, link, size);
  fault = ihop_unpack (path, to, &limits, notes);
  g_assert_cmpuint (notes->len, ==, fault == NULL && (link || strstr (name, "/.")) ? 1 : 0);
  ihop_folder_remove (folder);
  return fault;
}

static void
test_unpack (void)
{
  static const struct
  {
    const char *name, *link;
    gsize size;
  } bad[] = { { "../a.c", NULL, 1 }, { "/etc/passwd", NULL, 1 }, { "a/../../b.c", NULL, 1 },
              { "big.c", NULL, 200000 }, { "a\nb.c", NULL, 1 } };

  g_assert_null (unpack_one ("a.c", NULL, 100));
  g_assert_null (unpack_one ("./a/b.c", NULL, 100));
  g_assert_null (unpack_one ("a/.git/config", NULL, 100));
  g_assert_null (unpack_one ("a/._b.c", NULL, 100));
  g_assert_null (unpack_one ("a.c", "/etc/passwd", 0)); /* left out, and told */
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *fault = unpack_one (bad[i].name, bad[i].link, bad[i].size);
      g_assert_nonnull (fault);
    }
}

static void
test_html (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  ihop_html_add (out, "<a href=\"%s\">%s %u%%</a>", "\"><script>", "a & b\x01\xff'", 5u);
  g_assert_cmpstr (out->str, ==,
                   "<a href=\"&quot;&gt;&lt;script&gt;\">a &amp; b\xef\xbf\xbd\xef\xbf\xbd&#39; 5%</a>");
}

static void
test_routes (void)
{
  char *parts[IHOP_WEB_MOST_PARTS] = { NULL };
  guint status;

  g_assert_nonnull (ihop_web_find_route ("GET", "/", parts, &status));
  g_assert_nonnull (ihop_web_find_route ("HEAD", "/api/v1/jobs/x/files/a/b/c.c", parts, &status));
  g_assert_cmpstr (parts[0], ==, "x");
  g_assert_cmpstr (parts[1], ==, "a/b/c.c");
  g_clear_pointer (&parts[0], g_free);
  g_clear_pointer (&parts[1], g_free);
  g_assert_null (ihop_web_find_route ("PUT", "/", parts, &status));
  g_assert_cmpuint (status, ==, 405);
  static const char *const none[] = { "", "*", "//", "/x", "/jobs/", "/jobs//edit", "/static/", "/static/a/b",
                                      "/api/v1/jobs/x/files/", "/api/v1/jobs/x/files" };
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_assert_null (ihop_web_find_route ("GET", none[i], parts, &status));
      g_assert_cmpuint (status, ==, 404);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/web/names", test_names);
  g_test_add_func ("/web/secrets", test_secrets);
  g_test_add_func ("/web/wire", test_wire);
  g_test_add_func ("/web/bad wire", test_bad_wire);
  g_test_add_func ("/web/options", test_options);
  g_test_add_func ("/web/options of a form", test_form_options);
  g_test_add_func ("/web/json", test_json);
  g_test_add_func ("/web/unpack", test_unpack);
  g_test_add_func ("/web/html", test_html);
  g_test_add_func ("/web/routes", test_routes);
  return g_test_run ();
}
