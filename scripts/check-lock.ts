import { readFileSync } from 'node:fs';
import { inRepository } from './lib/root.ts';

type LockedPackage = {
  version?: string;
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
  engines?: Record<string, string>;
};

type Lock = { packages: Record<string, LockedPackage> };

/**
 * Lists the problems of a lockfile, one per line. A missing platform package would break `npm ci`
 * on that platform only; a registry's address would tie the lockfile to that registry.
 */
export function checkLock(lock: Lock): string[] {
  const problems: string[] = [];
  for (const [path, locked] of Object.entries(lock.packages)) {
    const name = path || 'the root package';
    for (const optional of Object.keys(locked.optionalDependencies ?? {})) {
      if (!isLocked(lock, path, optional)) {
        problems.push(`${name}: its optional package ${optional} is missing from the lockfile.`);
      }
    }
    if (locked.resolved && !locked.link && /^https?:/.test(locked.resolved)) {
      problems.push(`${name}: the lockfile names a registry's address.`);
    }
  }
  if (problems.length > 0) {
    problems.push(
      'Mend it where it lies, with: rm -rf node_modules package-lock.json && npm install',
    );
  }
  return problems;
}

/**
 * Whether a package is installed where `needer` finds it: in its own node_modules or a folder
 * above.
 */
function isLocked(lock: Lock, needer: string, name: string): boolean {
  let folder = needer;
  for (;;) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  }
}

const readLock = (file: string): Lock => JSON.parse(readFileSync(inRepository(file), 'utf8'));

const lockfiles = [
  'package-lock.json',
  'scripts/mutants/package-lock.json',
  'emulators/firebase/google-admin/framework/package-lock.json',
];

export const checkLocks = (): string[] =>
  lockfiles.flatMap((file) => checkLock(readLock(file)).map((problem) => `${file}: ${problem}`));

if (import.meta.main) {
  const problems = checkLocks();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
