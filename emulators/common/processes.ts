import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process id with its start time, because the system reuses process ids. */
export type ProcessMark = { pid: number; startedAt: string };

function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may hold spaces. A zombie does not count as running.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return process.platform === 'linux' ? undefined : startTimeFromPs(pid);
  }
}

function startTimeFromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** Identifies a running process; undefined when it has already ended. */
export function readProcessMark(pid: number | undefined): ProcessMark | undefined {
  const startedAt = pid === undefined ? undefined : readStartTime(pid);
  return pid === undefined || !startedAt ? undefined : { pid, startedAt };
}

export const isRunning = (mark: ProcessMark): boolean => readStartTime(mark.pid) === mark.startedAt;

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
    } catch {
      // The process has already ended.
    }
  }
}

/** Kills a process with its group and waits until it is gone; false when it had already ended. */
export async function endProcess(mark: ProcessMark): Promise<boolean> {
  if (!isRunning(mark)) return false;
  signalGroup(mark.pid, 'SIGKILL');
  for (let attempt = 0; attempt < 100 && isRunning(mark); attempt += 1) await sleep(50);
  return true;
}

/** Finds the process that listens on a local port; Linux only. */
export function ownerOfPort(port: number): { pid: number; command: string } | undefined {
  try {
    const inode = listeningInode(port);
    if (!inode) return undefined;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (holdsSocket(pid, inode)) {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
        return { pid: Number(pid), command };
      }
    }
  } catch {
    // Without /proc there is nothing to report but the port number.
  }
  return undefined;
}

function listeningInode(port: number): string | undefined {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      if (fields[3] === '0A' && fields[1]?.endsWith(`:${hexPort}`)) return fields[9];
    }
  }
  return undefined;
}

function holdsSocket(pid: string, inode: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((name) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${name}`) === `socket:[${inode}]`;
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}
