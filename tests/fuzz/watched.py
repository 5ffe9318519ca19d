"""Building emulated programs so that each of their accesses is looked at (src/emulate/ihop_emu_host.h)."""
import subprocess

COMPILE = ["-g", "-Og", "-fsanitize=thread", "-DIHOP_EMU_ACCESSES", "-fno-builtin-memset", "-fno-builtin-memcpy",
           "-fno-builtin-memmove"]
LINK = ["-Wl,--wrap=memset,--wrap=memcpy,--wrap=memmove,--wrap=fread,--wrap=fwrite"]


def build(cc, source, binary, flags=()):
    """What the compiler says where it fails; else None."""
    for command in ([cc, "-std=gnu17", "-w", "-ffp-contract=off", *flags, *COMPILE, "-c", source, "-o", binary + ".o"],
                    [cc, binary + ".o", *LINK, "-o", binary, "-lm"]):
        done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
        if done.returncode:
            return done.stderr[:1500]
    return None
