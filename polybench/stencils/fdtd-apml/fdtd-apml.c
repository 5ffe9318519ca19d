/*
 * fdtd-apml (of version 3.2): the magnetic field in a cube, with an absorbing
 * layer at its ends.
 */
#include "bench.h"

#ifndef CZ
#define CZ BENCH_SIZE(32, 64, 256, 512, 1000)
#endif
#ifndef CYM
#define CYM BENCH_SIZE(32, 64, 256, 512, 1000)
#endif
#ifndef CXM
#define CXM BENCH_SIZE(32, 64, 256, 512, 1000)
#endif

#define LOOP_CZ BENCH_BOUND(cz, CZ)
#define LOOP_CYM BENCH_BOUND(cym, CYM)
#define LOOP_CXM BENCH_BOUND(cxm, CXM)

static void kernel_fdtd_apml(int cz, int cym, int cxm, DATA_TYPE mui, DATA_TYPE ch,
                             DATA_TYPE Ax[CZ + 1][CXM + 1], DATA_TYPE Ry[CZ + 1][CYM + 1],
                             DATA_TYPE clf[CZ + 1][CYM + 1], DATA_TYPE tmp[CZ + 1][CYM + 1],
                             DATA_TYPE Bza[CZ + 1][CYM + 1][CXM + 1],
                             DATA_TYPE Ex[CZ + 1][CYM + 1][CXM + 1],
                             DATA_TYPE Ey[CZ + 1][CYM + 1][CXM + 1],
                             DATA_TYPE Hz[CZ + 1][CYM + 1][CXM + 1], DATA_TYPE czm[CZ + 1],
                             DATA_TYPE czp[CZ + 1], DATA_TYPE cxmh[CXM + 1],
                             DATA_TYPE cxph[CXM + 1], DATA_TYPE cymh[CYM + 1],
                             DATA_TYPE cyph[CYM + 1])
{
    int iz, iy, ix;

#pragma scop
    #pragma target
    for (iz = 0; iz < LOOP_CZ; iz++) {
        /* Every iy changes the last row, iy = CYM, once more: iy stays in order. */
        for (iy = 0; iy < LOOP_CYM; iy++) {
            for (ix = 0; ix < LOOP_CXM; ix++) {
                clf[iz][iy] = Ex[iz][iy][ix] - Ex[iz][iy + 1][ix] + Ey[iz][iy][ix + 1]
                              - Ey[iz][iy][ix];
                tmp[iz][iy] = (cymh[iy] / cyph[iy]) * Bza[iz][iy][ix]
                              - (ch / cyph[iy]) * clf[iz][iy];
                Hz[iz][iy][ix] = (cxmh[ix] / cxph[ix]) * Hz[iz][iy][ix]
                                 + (mui * czp[iz] / cxph[ix]) * tmp[iz][iy]
                                 - (mui * czm[iz] / cxph[ix]) * Bza[iz][iy][ix];
                Bza[iz][iy][ix] = tmp[iz][iy];
            }

            clf[iz][iy] = Ex[iz][iy][LOOP_CXM] - Ex[iz][iy + 1][LOOP_CXM] + Ry[iz][iy]
                          - Ey[iz][iy][LOOP_CXM];
            tmp[iz][iy] = (cymh[iy] / cyph[iy]) * Bza[iz][iy][LOOP_CXM]
                          - (ch / cyph[iy]) * clf[iz][iy];
            Hz[iz][iy][LOOP_CXM] = (cxmh[LOOP_CXM] / cxph[LOOP_CXM]) * Hz[iz][iy][LOOP_CXM]
                                   + (mui * czp[iz] / cxph[LOOP_CXM]) * tmp[iz][iy]
                                   - (mui * czm[iz] / cxph[LOOP_CXM]) * Bza[iz][iy][LOOP_CXM];
            Bza[iz][iy][LOOP_CXM] = tmp[iz][iy];

            for (ix = 0; ix < LOOP_CXM; ix++) {
                clf[iz][iy] = Ex[iz][LOOP_CYM][ix] - Ax[iz][ix] + Ey[iz][LOOP_CYM][ix + 1]
                              - Ey[iz][LOOP_CYM][ix];
                tmp[iz][iy] = (cymh[LOOP_CYM] / cyph[iy]) * Bza[iz][iy][ix]
                              - (ch / cyph[iy]) * clf[iz][iy];
                Hz[iz][LOOP_CYM][ix] = (cxmh[ix] / cxph[ix]) * Hz[iz][LOOP_CYM][ix]
                                       + (mui * czp[iz] / cxph[ix]) * tmp[iz][iy]
                                       - (mui * czm[iz] / cxph[ix]) * Bza[iz][LOOP_CYM][ix];
                Bza[iz][LOOP_CYM][ix] = tmp[iz][iy];
            }

            clf[iz][iy] = Ex[iz][LOOP_CYM][LOOP_CXM] - Ax[iz][LOOP_CXM] + Ry[iz][LOOP_CYM]
                          - Ey[iz][LOOP_CYM][LOOP_CXM];
            tmp[iz][iy] = (cymh[LOOP_CYM] / cyph[LOOP_CYM]) * Bza[iz][LOOP_CYM][LOOP_CXM]
                          - (ch / cyph[LOOP_CYM]) * clf[iz][iy];
            Hz[iz][LOOP_CYM][LOOP_CXM] =
                (cxmh[LOOP_CXM] / cxph[LOOP_CXM]) * Hz[iz][LOOP_CYM][LOOP_CXM]
                + (mui * czp[iz] / cxph[LOOP_CXM]) * tmp[iz][iy]
                - (mui * czm[iz] / cxph[LOOP_CXM]) * Bza[iz][LOOP_CYM][LOOP_CXM];
            Bza[iz][LOOP_CYM][LOOP_CXM] = tmp[iz][iy];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE Ax[CZ + 1][CXM + 1], Ry[CZ + 1][CYM + 1];
    static DATA_TYPE clf[CZ + 1][CYM + 1], tmp[CZ + 1][CYM + 1];
    static DATA_TYPE czm[CZ + 1], czp[CZ + 1];
    static DATA_TYPE cxmh[CXM + 1], cxph[CXM + 1], cymh[CYM + 1], cyph[CYM + 1];
    const size_t bytes = sizeof(DATA_TYPE[CZ + 1][CYM + 1][CXM + 1]);
    DATA_TYPE (*Bza)[CYM + 1][CXM + 1] = malloc(bytes);
    DATA_TYPE (*Ex)[CYM + 1][CXM + 1] = malloc(bytes);
    DATA_TYPE (*Ey)[CYM + 1][CXM + 1] = malloc(bytes);
    DATA_TYPE (*Hz)[CYM + 1][CXM + 1] = malloc(bytes);

    if (Bza == NULL || Ex == NULL || Ey == NULL || Hz == NULL)
        return bench_no_memory();
    bench_seed(argc, argv);
    DATA_TYPE mui = (DATA_TYPE)bench_random(0.5, 1.5);
    DATA_TYPE ch = (DATA_TYPE)bench_random(0.5, 1.5);
    bench_fill(Ax, sizeof Ax, -1, 1);
    bench_fill(Ry, sizeof Ry, -1, 1);
    bench_fill(clf, sizeof clf, -1, 1);
    bench_fill(tmp, sizeof tmp, -1, 1);
    bench_fill(Bza, bytes, -1, 1);
    bench_fill(Ex, bytes, -1, 1);
    bench_fill(Ey, bytes, -1, 1);
    bench_fill(Hz, bytes, -1, 1);
    bench_fill(czm, sizeof czm, 0, 1);
    bench_fill(czp, sizeof czp, 0, 1);
    /* The factors cxmh / cxph and cymh / cyph damp: they stay below 1. */
    bench_fill(cxmh, sizeof cxmh, 0, 1);
    bench_fill(cxph, sizeof cxph, 1, 2);
    bench_fill(cymh, sizeof cymh, 0, 1);
    bench_fill(cyph, sizeof cyph, 1, 2);

    bench_start();
    kernel_fdtd_apml(CZ, CYM, CXM, mui, ch, Ax, Ry, clf, tmp, Bza, Ex, Ey, Hz, czm, czp, cxmh,
                     cxph, cymh, cyph);
    bench_stop();

    bench_dump("Bza", Bza, bytes);
    bench_dump("Hz", Hz, bytes);
    free(Hz);
    free(Ey);
    free(Ex);
    free(Bza);
    return 0;
}
