/* ihop_emu_report.h: the least possible transfers, the reports, the end of the
 * run. Comes last.
 *
 * The lower bound. A program in bound mode tells, in the order of execution,
 * what happens to each part P (0 or 1) of variable V (a small number). A part is
 * what always travels as one; variables without parts of their own have part 0.
 *     ihop_emu_var (V, "A")            its name
 *     ihop_emu_var_device (V, ptr)     after cudaMalloc: copies of this allocation
 *                                      count as moved for V
 *     ihop_emu_part (V, P, in, out)    bytes of one copy in and of one copy out
 *     ihop_emu_host_reads (V, P)       the host reads of it
 *     ihop_emu_host_writes (V, P)      the host writes some of it; the rest stays
 *     ihop_emu_host_fills (V, P)       the host writes all of it
 *     ihop_emu_device_reads (V, P), _writes, _fills      a kernel does
 *     ihop_emu_forgets (V, P)          nobody will read what it holds now
 *     ihop_emu_swap (V, W)             V holds what W held, and W what V held
 * What follows is the fewest bytes that copies must move so that each read finds
 * the last value written, wherever they stand and whatever is known of the future:
 * for each of the four states (is the host's copy valid? the device's?) the least
 * bytes with which this run can have got into it. Before each event a copy may take
 * one state into another; a read leaves only states in which its side is valid, a
 * write makes the other side invalid and, if of some bytes, its own no better.
 *
 * IHOP_EMU_REPORT, written when the program ends through exit or main's return:
 *   {"version": 1,
 *    "allocations": N, "frees": N, "leaked": N,   leaked: alive at exit
 *    "peak_bytes": N, "kernels": N,               kernels: launches that ran
 *    "copies": {"host_to_device": {"count": N, "bytes": N}, "device_to_host": {...},
 *               "device_to_device": {...}, "host_to_host": {...}},
 *    "memsets": {"count": N, "bytes": N},
 *    "bound": {"host_to_device": N, "device_to_host": N,   the least, in bytes
 *              "moved_host_to_device": N, "moved_device_to_host": N,
 *              "variables": [{"id": V, "name": "A", "host_to_device": N,
 *                 "device_to_host": N, "moved_host_to_device": N,
 *                 "moved_device_to_host": N}]}}
 * Sums of "moved" cover all copies, those of no known variable too. */
#ifndef IHOP_EMU_REPORT_H
#define IHOP_EMU_REPORT_H

/* ---- The least possible transfers ------------------------------------------------ */

#define IHOP_EMU_VARS_MOST (1 << 20)

/* Bit 0 of a state: the host's copy is valid. Bit 1: the device's. */
enum { IHOP_EMU_HOST = 1, IHOP_EMU_DEVICE = 2, IHOP_EMU_BOTH = 3, IHOP_EMU_STATES = 4 };

struct ihop_emu_least {
  int possible;
  unsigned long in, out;
};

struct ihop_emu_part {
  int begun;
  size_t in, out;                 /* bytes of a copy */
  struct ihop_emu_least least[IHOP_EMU_STATES];
};

struct ihop_emu_variable {
  int used;
  const char *name;
  struct ihop_emu_part parts[2];
};

struct ihop_emu_bound {
  struct ihop_emu_variable *vars;
  int n, ended;
};

__attribute__ ((weak)) struct ihop_emu_bound ihop_emu_bound;

IHOP_EMU_FUNCTION struct ihop_emu_variable *
ihop_emu_variable (int id)
{
  struct ihop_emu_bound *b = &ihop_emu_bound;

  if (id < 0 || id >= IHOP_EMU_VARS_MOST)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "%d is no number of a variable", id);
  if (id >= b->n) {
    int n = id * 2 + 16;
    b->vars = ihop_emu_grown (b->vars, (size_t) b->n * sizeof *b->vars,
                              (size_t) n * sizeof *b->vars);
    b->n = n;
  }
  b->vars[id].used = 1;
  return &b->vars[id];
}

IHOP_EMU_FUNCTION void
ihop_emu_var (int id, const char *name)
{
  ihop_emu_variable (id)->name = name;
}

IHOP_EMU_FUNCTION void
ihop_emu_var_device (int id, const volatile void *ptr)
{
  struct ihop_emu_allocation *a = ihop_emu_find (ptr);

  ihop_emu_variable (id);
  if (ptr != NULL && a == NULL)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line,
                   "ihop_emu_var_device: variable %d does not lie in device memory", id);
  if (a != NULL)
    a->var = id;
}

IHOP_EMU_FUNCTION struct ihop_emu_part *
ihop_emu_part_of (int id, int part)
{
  struct ihop_emu_variable *v = ihop_emu_variable (id);

  if (part < 0 || part > 1)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "%d is no part of variable %d", part, id);
  if (!v->parts[part].begun) {
    v->parts[part].begun = 1;
    v->parts[part].least[IHOP_EMU_BOTH].possible = 1;
  }
  return &v->parts[part];
}

IHOP_EMU_FUNCTION void
ihop_emu_part (int id, int part, size_t in, size_t out)
{
  struct ihop_emu_part *p = ihop_emu_part_of (id, part);

  p->in = in;
  p->out = out;
}

IHOP_EMU_FUNCTION void
ihop_emu_better (struct ihop_emu_least *least, struct ihop_emu_least other)
{
  if (other.possible && (!least->possible || other.in + other.out < least->in + least->out))
    *least = other;
}

IHOP_EMU_FUNCTION void
ihop_emu_may_copy (struct ihop_emu_part *p)
{
  struct ihop_emu_least in = p->least[IHOP_EMU_HOST], out = p->least[IHOP_EMU_DEVICE];

  in.in += p->in;
  out.out += p->out;
  ihop_emu_better (&p->least[IHOP_EMU_BOTH], in);
  ihop_emu_better (&p->least[IHOP_EMU_BOTH], out);
}

IHOP_EMU_FUNCTION struct ihop_emu_least
ihop_emu_least (const struct ihop_emu_part *p)
{
  struct ihop_emu_least least = { 0, 0, 0 };

  for (int state = 0; state < IHOP_EMU_STATES; state++)
    ihop_emu_better (&least, p->least[state]);
  return least;
}

/* After it the state is (state before & keep) | add; states without all of "need" end. A read that
 * nothing can serve (of memory never written) starts anew. */
IHOP_EMU_FUNCTION void
ihop_emu_event (int id, int part, int need, int keep, int add)
{
  struct ihop_emu_part *p = ihop_emu_part_of (id, part);
  struct ihop_emu_least before[IHOP_EMU_STATES], least = ihop_emu_least (p);
  int any = 0;

  ihop_emu_may_copy (p);
  for (int state = 0; state < IHOP_EMU_STATES; state++) {
    before[state] = p->least[state];
    p->least[state].possible = 0;
  }
  for (int state = 0; state < IHOP_EMU_STATES; state++)
    if ((state & need) == need) {
      ihop_emu_better (&p->least[(state & keep) | add], before[state]);
      any |= before[state].possible;
    }
  if (!any)
    p->least[IHOP_EMU_BOTH] = least;
}

#define IHOP_EMU_EVENT(name, need, keep, add)                                          \
  IHOP_EMU_FUNCTION void ihop_emu_##name (int id, int part)                            \
  {                                                                                    \
    ihop_emu_event (id, part, need, keep, add);                                        \
  }

IHOP_EMU_EVENT (host_reads, IHOP_EMU_HOST, IHOP_EMU_BOTH, 0)
IHOP_EMU_EVENT (host_writes, 0, IHOP_EMU_HOST, 0)
IHOP_EMU_EVENT (host_fills, 0, 0, IHOP_EMU_HOST)
IHOP_EMU_EVENT (device_reads, IHOP_EMU_DEVICE, IHOP_EMU_BOTH, 0)
IHOP_EMU_EVENT (device_writes, 0, IHOP_EMU_DEVICE, 0)
IHOP_EMU_EVENT (device_fills, 0, 0, IHOP_EMU_DEVICE)
IHOP_EMU_EVENT (lets_go, 0, 0, IHOP_EMU_BOTH)

IHOP_EMU_FUNCTION void
ihop_emu_forgets (int id, int part)
{
  ihop_emu_lets_go (id, part);
  for (int i = 0; i < ihop_emu.n_allocations; i++)
    if (ihop_emu.allocations[i].var == id)
      ihop_emu_mirror_forget (i);
}

/* Two variables have changed places, and their copies with them. */
IHOP_EMU_FUNCTION void
ihop_emu_swap (int id, int other)
{
  ihop_emu_variable (id > other ? id : other); /* room for both */
  for (int part = 0; part < 2; part++) {
    struct ihop_emu_part kept = *ihop_emu_part_of (id, part);
    *ihop_emu_part_of (id, part) = *ihop_emu_part_of (other, part);
    *ihop_emu_part_of (other, part) = kept;
  }
}

IHOP_EMU_FUNCTION struct ihop_emu_least
ihop_emu_variable_least (const struct ihop_emu_variable *v)
{
  struct ihop_emu_least a = ihop_emu_least (&v->parts[0]), b = ihop_emu_least (&v->parts[1]);

  a.in += b.in;
  a.out += b.out;
  return a;
}

/* ---- JSON -------------------------------------------------------------------------- */

IHOP_EMU_FUNCTION int
ihop_emu_open (const char *path)
{
  int fd = path[0] == '-' && path[1] == '\0' ? 2 : ihop_emu_creat (path, 0666);

  if (fd < 0)
    ihop_emu_fail (NULL, 0, "ihop_emu: cannot write %s", path);
  return fd;
}

IHOP_EMU_FUNCTION void
ihop_emu_done (int fd)
{
  if (fd != 2)
    ihop_emu_close (fd);
}

IHOP_EMU_FUNCTION void
ihop_emu_put_string (int fd, const char *text)
{
  ihop_emu_printf (fd, "\"");
  for (; text != NULL && *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      ihop_emu_printf (fd, "\\%c", *text);
    else if ((unsigned char) *text < ' ')
      ihop_emu_printf (fd, "\\u%04x", (unsigned) *text);
    else
      ihop_emu_printf (fd, "%c", *text);
  ihop_emu_printf (fd, "\"");
}

IHOP_EMU_FUNCTION void
ihop_emu_put_tally (int fd, const char *key, const struct ihop_emu_tally *tally, const char *then)
{
  ihop_emu_printf (fd, "\"%s\": {\"count\": %lu, \"bytes\": %lu}%s", key, tally->count,
                   tally->bytes, then);
}

IHOP_EMU_FUNCTION void
ihop_emu_put_bound (int fd, unsigned long least_in, unsigned long least_out, unsigned long in,
                    unsigned long out)
{
  ihop_emu_printf (fd, "\"host_to_device\": %lu, \"device_to_host\": %lu, "
                   "\"moved_host_to_device\": %lu, \"moved_device_to_host\": %lu",
                   least_in, least_out, in, out);
}

IHOP_EMU_FUNCTION void
ihop_emu_put_variable (int fd, int id, const struct ihop_emu_variable *v)
{
  struct ihop_emu_least least = ihop_emu_variable_least (v);
  unsigned long in = 0, out = 0;

  for (int i = 0; i < ihop_emu.n_allocations; i++)
    if (ihop_emu.allocations[i].var == id) {
      in += ihop_emu.allocations[i].bytes_in;
      out += ihop_emu.allocations[i].bytes_out;
    }
  ihop_emu_printf (fd, "{\"id\": %d, \"name\": ", id);
  ihop_emu_put_string (fd, v->name);
  ihop_emu_printf (fd, ", ");
  ihop_emu_put_bound (fd, least.in, least.out, in, out);
  ihop_emu_printf (fd, "}");
}

IHOP_EMU_FUNCTION void
ihop_emu_put_bounds (int fd)
{
  const struct ihop_emu_bound *b = &ihop_emu_bound;
  unsigned long in = 0, out = 0;
  const char *between = "";

  for (int i = 0; i < b->n; i++) {
    struct ihop_emu_least least = ihop_emu_variable_least (&b->vars[i]);
    in += least.in;
    out += least.out;
  }
  ihop_emu_printf (fd, " \"bound\": {");
  ihop_emu_put_bound (fd, in, out, ihop_emu.copies[cudaMemcpyHostToDevice].bytes,
                      ihop_emu.copies[cudaMemcpyDeviceToHost].bytes);
  ihop_emu_printf (fd, ",\n  \"variables\": [");
  for (int i = 0; i < b->n; i++)
    if (b->vars[i].used) {
      ihop_emu_printf (fd, "%s", between);
      ihop_emu_put_variable (fd, i, &b->vars[i]);
      between = ",\n   ";
    }
  ihop_emu_printf (fd, "]}}\n");
}

IHOP_EMU_FUNCTION void
ihop_emu_put_report (const char *path)
{
  int fd = ihop_emu_open (path);

  ihop_emu_printf (fd, "{\"version\": 1,\n \"allocations\": %d, \"frees\": %lu, \"leaked\": %lu, "
                   "\"peak_bytes\": %zu, \"kernels\": %lu,\n \"copies\": {",
                   ihop_emu.n_allocations, ihop_emu.frees,
                   (unsigned long) ihop_emu.n_allocations - ihop_emu.frees, ihop_emu.peak_bytes,
                   ihop_emu.kernels);
  ihop_emu_put_tally (fd, "host_to_device", &ihop_emu.copies[cudaMemcpyHostToDevice], ", ");
  ihop_emu_put_tally (fd, "device_to_host", &ihop_emu.copies[cudaMemcpyDeviceToHost], ",\n  ");
  ihop_emu_put_tally (fd, "device_to_device", &ihop_emu.copies[cudaMemcpyDeviceToDevice], ", ");
  ihop_emu_put_tally (fd, "host_to_host", &ihop_emu.copies[cudaMemcpyHostToHost], "},\n ");
  ihop_emu_put_tally (fd, "memsets", &ihop_emu.sets, ",\n");
  ihop_emu_put_bounds (fd);
  ihop_emu_done (fd);
}

IHOP_EMU_FUNCTION void
ihop_emu_put_sectors (const char *path)
{
  const char *between = "\n ";
  int fd = ihop_emu_open (path);

  ihop_emu_printf (fd, "{\"version\": 1, \"sites\": [");
  for (int i = 0; i < ihop_emu_sectors.n_sites; i++) {
    const struct ihop_emu_site_sums *s = &ihop_emu_sectors.sites[i];
    if (s->kernel == NULL)
      continue;
    ihop_emu_printf (fd, "%s{\"site\": %d, \"kernel\": ", between, i);
    ihop_emu_put_string (fd, s->kernel);
    ihop_emu_printf (fd, ", \"accesses\": %lu, \"sectors\": %lu, \"lanes\": %lu, \"bytes\": %lu}",
                     s->accesses, s->sectors, s->lanes, s->bytes);
    between = ",\n ";
  }
  ihop_emu_printf (fd, "]}\n");
  ihop_emu_done (fd);
}

/* ---- The end of the run --------------------------------------------------------------- */

IHOP_EMU_FUNCTION void
ihop_emu_check_guards_at_exit (void)
{
  if (ihop_emu.kernel != NULL)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "the program ended inside kernel %s",
                   ihop_emu.kernel);
  ihop_emu_protect_all (IHOP_EMU_PROT_RW);
  for (int i = 0; i < ihop_emu.n_allocations; i++)
    if (ihop_emu.allocations[i].freed_file == NULL)
      ihop_emu_guards_check (&ihop_emu.allocations[i], "at exit");
  ihop_emu_protect_all (IHOP_EMU_PROT_NONE);
}

IHOP_EMU_FUNCTION void
ihop_emu_check_leaks (void)
{
  const struct ihop_emu_allocation *a;

  for (int i = 0; i < ihop_emu.n_allocations; i++) {
    a = &ihop_emu.allocations[i];
    if (a->freed_file == NULL)
      ihop_emu_printf (2, "%s:%d: allocation #%d (%zu bytes) was never freed\n", a->file, a->line,
                       i + 1, a->size);
  }
  if ((unsigned long) ihop_emu.n_allocations != ihop_emu.frees) {
    ihop_emu_flush (NULL);
    ihop_emu_exit_now (IHOP_EMU_STATUS);
  }
}

/* A destructor runs after everything the program registered with atexit, which
 * may well be what frees the memory. Of several units the first does it all. */
#ifndef IHOP_EMU_LINKED
__attribute__ ((destructor))
#endif
IHOP_EMU_FUNCTION void
ihop_emu_end (void)
{
  const char *report = ihop_emu_getenv ("IHOP_EMU_REPORT");
  const char *leaks = ihop_emu_getenv ("IHOP_EMU_LEAKS");

  if (ihop_emu_bound.ended)
    return;
  ihop_emu_bound.ended = 1;
  ihop_emu_check_guards_at_exit ();
  if (report != NULL && report[0] != '\0')
    ihop_emu_put_report (report);
  if (ihop_emu_sectors_wanted ())
    ihop_emu_put_sectors (ihop_emu_sectors.path);
  if (leaks != NULL && leaks[0] != '\0' && leaks[0] != '0')
    ihop_emu_check_leaks ();
}

#endif /* IHOP_EMU_REPORT_H */
