import { createHash, hash } from 'node:crypto';
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Keys in order, so that the same content always reads the same; a replacer of `JSON.stringify` takes longer. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const content = value as Record<string, unknown>;
  // Set one by one, a key of somebody's called __proto__ would be lost.
  return Object.fromEntries(
    Object.keys(content)
      .sort()
      .map((key) => [key, inOrder(content[key])]),
  );
}

/** A short name of some content, as JSON has it: equal content, equal name. */
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

/** Every folder below a folder, as a path relative to it; its own is ''. */
export function findFolders(dir: string): string[] {
  const folders = [''];
  // A list is walked to its end, newly found ones included.
  for (const folder of folders) {
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
    }
  }
  return folders;
}

/** Every file below a folder, as paths relative to it with `/` between, in any order. */
export const findFiles = (dir: string): string[] =>
  existsSync(dir) ? filesBelow(dir, () => true) : [];

/** The same in order. */
export const listFiles = (dir: string): string[] => findFiles(dir).sort();

/** Folders of what is installed or made; there can be many thousands of files in them. */
const notSources: readonly string[] = ['node_modules', 'dist', '.astro'];

/** The files below a folder that are sources and no tests. */
const listSources = (dir: string): string[] =>
  filesBelow(dir, (entry) =>
    entry.isDirectory() ? !notSources.includes(entry.name) : !/\.test\.tsx?$/.test(entry.name),
  ).sort();

/** A name for everything that the built pages depend on besides the data: sources and settings. */
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
