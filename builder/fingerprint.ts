import { createHash, hash } from 'node:crypto';
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Sorts keys, because equal content must have equal text. A replacer of `JSON.stringify` is slower. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const content = value as Record<string, unknown>;
  // An assignment would lose a key called __proto__.
  return Object.fromEntries(
    Object.keys(content)
      .sort()
      .map((key) => [key, inOrder(content[key])]),
  );
}

export const fingerprint = (value: unknown): string =>
  hash('sha256', JSON.stringify(inOrder(value)) ?? '').slice(0, 16);

function filesBelow(dir: string, isWanted: (entry: Dirent) => boolean): string[] {
  const files: string[] = [];
  const list = (folder: string) => {
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      if (!isWanted(entry)) continue;
      const path = folder + entry.name;
      if (entry.isDirectory()) list(`${path}/`);
      else if (entry.isFile()) files.push(path);
    }
  };
  list('');
  return files;
}

/** Lists all folders below a folder, as relative paths; the folder itself is ''. */
export function findFolders(dir: string): string[] {
  const folders = [''];
  // The loop also visits folders that it appends.
  for (const folder of folders) {
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
    }
  }
  return folders;
}

/** Lists all files below a folder, as relative paths with `/`, unordered. */
export const findFiles = (dir: string): string[] =>
  existsSync(dir) ? filesBelow(dir, () => true) : [];

export const listFiles = (dir: string): string[] => findFiles(dir).sort();

const notSources: readonly string[] = ['node_modules', 'dist', '.astro'];

const listSources = (dir: string): string[] =>
  filesBelow(dir, (entry) =>
    entry.isDirectory() ? !notSources.includes(entry.name) : !/\.test\.tsx?$/.test(entry.name),
  ).sort();

export function fingerprintFiles(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.filter((each) => existsSync(each))) {
    const files = statSync(path).isFile() ? [''] : listSources(path);
    for (const file of files) {
      hash.update(`${path}/${file}\n`);
      hash.update(readFileSync(join(path, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
