import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/datchain/programs');
const CACHE_LIFETIME_MILLIS = 7 * DAY_MILLIS;

const asInCommonJs = [
  "import { createRequire as requireFrom } from 'node:module';",
  'const require = requireFrom(import.meta.url);',
  'const { filename: __filename, dirname: __dirname } = import.meta;',
].join(' ');

function fingerprint(): string {
  const hash = createHash('sha256');
  const folders = '{functions,shared,scripts,builder,tlog,testing,demo,stack,emulators}';
  const sources = globSync([`${folders}/**/*.ts`, 'package-lock.json'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.test.ts'],
  });
  for (const path of sources.sort()) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function forgetOld(): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const made = await stat(path).catch(() => undefined);
    if (made && made.mtimeMs < Date.now() - CACHE_LIFETIME_MILLIS) await rm(path, { force: true });
  }
}

async function make(program: string): Promise<string> {
  const name = relative(root, program).replaceAll(/\W+/g, '-');
  const file = join(folder, `${name}-${fingerprint()}.mjs`);
  if (existsSync(file)) return file;
  // Concurrent builds write separate files with the same content.
  const own = `${file}.${randomUUID()}`;
  await build({
    entryPoints: [program],
    outfile: own,
    bundle: true,
    // Halves the size to read and parse at each start; names and lines stay.
    minifyWhitespace: true,
    lineLimit: 120,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    banner: { js: asInCommonJs },
    logLevel: 'warning',
  });
  await rename(own, file);
  await forgetOld();
  return file;
}

const made = new Map<string, Promise<string>>();

/**
 * Bundles a program or module into one file with all its packages, so that it starts with half the
 * work. Cached by the state of the sources.
 */
export function inOneFile(program: string): Promise<string> {
  const file = made.get(program) ?? make(program);
  made.set(program, file);
  return file;
}
