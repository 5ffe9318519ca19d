#include "web/names.h"
#include <string.h>
#include <sys/random.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";

/* Spaces and letters of all languages, but nothing that means something in a header, a shell or another system's
 * paths. */
static gboolean
is_good_letter (char c)
{
  return (guchar) c >= 0x80 || (c >= ' ' && c != 0x7f && strchr ("\"'\\:*?<>|;&$`%!", c) == NULL);
}

static const char *
fault_of (const char *name, gsize longest, guint deepest)
{
  guint depth = 1;

  if (name == NULL || *name == 0)
    return "a file needs a name";
  if (strlen (name) > longest)
    return "a file's name is too long";
  if (!g_utf8_validate (name, -1, NULL))
    return "a file's name is no UTF-8";
  if (*name == '/')
    return "a file's name begins with '/': give it relative to the upload";
  for (const char *at = name; *at; at++)
    {
      gboolean is_first = at == name || at[-1] == '/';
      if (*at == '/' && (is_first || at[1] == 0 || ++depth > deepest))
        return "a file's name has an empty folder, or more than ten of them";
      if (*at != '/' && !is_good_letter (*at))
        return "a file's name may not hold line ends, quotes, or any of \\ : * ? < > | ; & $ ` % !";
      if (is_first && (*at == '.' || *at == '-' || *at == ' ' || *at == '~'))
        return "no part of a file's name may begin with '.', '-', '~' or a space";
    }
  return NULL;
}

const char *
ihop_web_name_fault (const char *name)
{
  return fault_of (name, IHOP_WEB_NAME_LENGTH - 50, IHOP_WEB_NAME_DEPTH);
}

const char *
ihop_web_path_fault (const char *path)
{
  return fault_of (path, IHOP_WEB_NAME_LENGTH, IHOP_WEB_NAME_DEPTH + 3);
}

char *
ihop_web_secret_new (void)
{
  guint8 bytes[32];
  char *secret = g_malloc (sizeof bytes + 1);

  /* A service without random numbers has no secrets: better none at all. */
  if (getrandom (bytes, sizeof bytes, 0) != (ssize_t) sizeof bytes)
    g_error ("the kernel gives no random numbers");
  for (guint i = 0; i < sizeof bytes; i++)
    secret[i] = letters[bytes[i] % 32];
  secret[sizeof bytes] = 0;
  return secret;
}

gboolean
ihop_web_is_secret (const char *text)
{
  return text && strlen (text) == 32 && strspn (text, letters) == 32;
}

char *
ihop_web_alias (const char *key, const char *secret)
{
  g_autofree char *digits = g_compute_hmac_for_string (
    G_CHECKSUM_SHA256, (const guchar *) key, strlen (key), secret ? secret : "", -1);

  return g_strndup (digits, 12);
}
