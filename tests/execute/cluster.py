"""A real Slurm on this machine: one controller, some nodes, in a folder of its own."""
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import time

CONF = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SlurmctldTimeout=300
SlurmdTimeout=300
MessageTimeout=60
KillWait=2
MinJobAge=2
InactiveLimit=0
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=n[1-{nodes}] NodeAddr=127.0.0.1 NodeHostname={host} Port=[{first}-{last}] CPUs=1 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """Why there can be no cluster here, or None."""
    for name in ("munged", "slurmctld", "slurmd", "sbatch", "squeue"):
        if shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is None:
            return f"{name} is not installed"
    return None if os.geteuid() == 0 else "slurmd needs root"


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    def __init__(self, folder, nodes=2):
        self.folder = pathlib.Path(folder)
        self.nodes = nodes
        self.host = socket.gethostname().split(".")[0]
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf"),
                            "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}

    def call(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False)

    def start(self):
        (self.folder / "state").mkdir(parents=True)
        self.folder.chmod(0o755)
        self._start_munge()
        for first in range(20000, 30000, 100):  # node ports must follow each other
            try:
                sockets = [socket.create_server(("127.0.0.1", first + i)) for i in range(self.nodes)]
            except OSError:
                continue
            for one in sockets:
                one.close()
            break
        (self.folder / "slurm.conf").write_text(CONF.format(
            host=self.host, folder=self.folder, port=free_ports(1)[0], nodes=self.nodes, first=first,
            last=first + self.nodes - 1))
        self.call("slurmctld", "-i")
        for node in range(1, self.nodes + 1):
            self.start_node(node)
        self._wait_for_nodes()

    def _start_munge(self):
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        done = self.call("munged", "--force", "--num-threads=2", f"--key-file={key}",
                         f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munged.pid",
                         f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munged.seed")
        if done.returncode:
            raise RuntimeError("munged: " + done.stderr)

    def start_node(self, node):
        self.call("slurmd", "-N", f"n{node}")

    def _wait_for_nodes(self):
        deadline = time.monotonic() + 200
        while time.monotonic() < deadline:
            if self.call("sinfo", "-h", "-t", "idle", "-o", "%D").stdout.strip() == str(self.nodes):
                return
            time.sleep(0.2)
        raise RuntimeError("the nodes do not come up: " + self.call("sinfo").stdout
                           + (self.folder / "slurmctld.log").read_text()[-2000:])

    def _pid(self, name):
        try:
            return int((self.folder / name).read_text())
        except (OSError, ValueError):
            return None

    def kill_node(self, node):
        """As if its power went: its daemon and everything that it started."""
        victims = {self._pid(f"slurmd-n{node}.pid")} - {None}
        for pid, _, parent in processes():
            if self.runs_on(pid, node):
                victims |= {pid, parent} if "slurmstepd" in command_of(parent) else {pid}
        for victim in victims:
            kill(victim)

    def runs_on(self, pid, node):
        """Whether this process is part of a job on that node, and not on one of some other Slurm."""
        try:
            words = pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        except OSError:
            return False
        return f"SLURMD_NODENAME=n{node}".encode() in words \
            and f"SLURM_CONF={self.folder}/slurm.conf".encode() in words

    def stop(self):
        for node in range(1, self.nodes + 1):
            self.kill_node(node)
        for name in ("slurmctld.pid", "munged.pid"):
            pid = self._pid(name)
            if pid:
                kill(pid)


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def processes():
    """(pid, parent, command line) of everything."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            found.append((int(entry.name), words, int(stat[stat.rindex(")") + 2:].split()[1])))
    return found


def command_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""
