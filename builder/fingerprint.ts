import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Keys in order, so that the same content always reads the same. */
const ordered = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A short name of some content: equal content, equal name. */
export const fingerprint = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, ordered) ?? '')
    .digest('hex')
    .slice(0, 16);

/** Every file below a folder, as paths relative to it with `/` between, in order. */
export function listFiles(dir: string): string[] {
  const files: string[] = [];
  const list = (folder: string) => {
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      const path = folder + entry.name;
      if (entry.isDirectory()) list(`${path}/`);
      else if (entry.isFile()) files.push(path);
    }
  };
  if (existsSync(dir)) list('');
  return files.sort();
}

/** Folders of what is installed or made; there can be many thousands of files in them. */
const notSources: readonly string[] = ['node_modules', 'dist', '.astro'];

/** The files below a folder that are sources and no tests, as `listFiles` names them. */
const listSources = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true })
    .flatMap((entry) => {
      const { name } = entry;
      if (entry.isFile()) return /\.test\.tsx?$/.test(name) ? [] : [name];
      if (!entry.isDirectory() || notSources.includes(name)) return [];
      return listSources(join(dir, name)).map((file) => `${name}/${file}`);
    })
    .sort();

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
