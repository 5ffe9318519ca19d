struct point { double x, y; };
struct grid { int n; double *data; double *other; double cell[10]; };
union both { double d; long l; int i[2]; };
// expect fields/i: parallel
void fields (int n, struct point *p) { for (int i = 0; i < n; i++) p[i].x = p[i].y; }
// expect fields_apart/i: parallel
void fields_apart (int n, struct point *p) { for (int i = 0; i < n; i++) p[i].x = p[i + 1].y; }
// expect fields_carried/i: sequential
void fields_carried (int n, struct point *p) { for (int i = 0; i < n; i++) p[i].x = p[i + 1].x; }
// expect whole/i: sequential
void whole (int n, struct point *p) { for (int i = 0; i < n; i++) p[i] = p[i + 1]; }
// expect whole_field/i: sequential
void whole_field (int n, struct point *p, double *restrict o) { for (int i = 0; i < n; i++) { p[i] = p[i]; o[i] = p[i + 1].x; } }
// expect cells/i: parallel
void cells (struct grid *g) { for (int i = 0; i < 10; i++) g->cell[i] = i; }
// expect unions/i: parallel
void unions (int n, union both *u) { for (int i = 0; i < n; i++) u[i].d = 1; }
// expect unions_mixed/i: unknown
void unions_mixed (int n, union both *u) { for (int i = 0; i < n; i++) u[i].d = u[i + 1].l; }
// expect through/i: parallel
void through (int n, struct grid *restrict g) { for (int i = 0; i < n; i++) g->data[i] = i; }
// expect two_members/i: unknown IHOP-D010
void two_members (int n, struct grid *g) { for (int i = 0; i < n; i++) g->data[i] = g->other[i + 1]; }
// expect temp_struct/i: parallel private q
void temp_struct (int n, struct point *p) { struct point q; for (int i = 0; i < n; i++) { q = p[i]; p[i].x = q.y; } }
// expect temp_field/i: parallel private q
void temp_field (int n, struct point *p) { struct point q; for (int i = 0; i < n; i++) { q.x = p[i].x; p[i].x = q.x + 1; } }
// expect struct_sum/i: parallel reduction []+ s
double struct_sum (int n, struct point *p) { struct point s = { 0, 0 }; for (int i = 0; i < n; i++) s.x += p[i].y; return s.x; }
