/* A byte order mark, Latin-1 (äöü) in comments and strings, no newline at the end. */
extern int puts (const char *);
int main (void)
{
  puts ("grüß"); // é
  return 0;
}