#!/usr/bin/python3
"""Calls of a time loop are inlined for data that stays on the device only: else everything is as it was.

    gathered.py IHOP CASE.c"""
import subprocess
import sys

ihop, case = sys.argv[1:]
done = subprocess.run([ihop, "--auto", "--dry-run", case], capture_output=True, text=True, check=False)
said = done.stdout + done.stderr
faults = [f"exit code {done.returncode}"] if done.returncode else []
faults += [f"there is a {what}:\n{said}" for what in ("smooth_kernel", "main_steps") if what in said]
print("\n".join(f"not ok: {fault}" for fault in faults) or "ok: nothing was inlined")
sys.exit(bool(faults))
