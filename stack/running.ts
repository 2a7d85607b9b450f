import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  endProcess,
  isRunning,
  type ProcessMark,
  readProcessMark,
} from '@datchain/emulators-common/processes.ts';

type RunningFile = { launcher: ProcessMark; children: ProcessMark[] };

const path = (dataDir: string): string => join(dataDir, 'running.json');

export function noteRunning(dataDir: string, children: ProcessMark[]): void {
  mkdirSync(dataDir, { recursive: true });
  const launcher = readProcessMark(process.pid);
  writeFileSync(`${path(dataDir)}.part`, JSON.stringify({ launcher, children }));
  renameSync(`${path(dataDir)}.part`, path(dataDir));
}

export const noteStopped = (dataDir: string): void => rmSync(path(dataDir), { force: true });

/**
 * Ends processes that a killed launcher left running.
 *
 * @returns whether the last stop was unclean.
 * @throws when the stack of this folder is running.
 */
export async function endLeftovers(dataDir: string): Promise<boolean> {
  if (!existsSync(path(dataDir))) return false;
  const { launcher, children } = readRunning(dataDir);
  if (launcher && isRunning(launcher)) {
    throw new Error(
      `The local stack of ${dataDir} is running already (process ${launcher.pid}). ` +
        'Stop that one first.',
    );
  }
  await Promise.all(children.map(endProcess));
  noteStopped(dataDir);
  return true;
}

function readRunning(dataDir: string): Partial<RunningFile> & Pick<RunningFile, 'children'> {
  try {
    return JSON.parse(readFileSync(path(dataDir), 'utf8'));
  } catch {
    return { children: [] };
  }
}
