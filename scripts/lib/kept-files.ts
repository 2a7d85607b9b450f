import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository } from './root.ts';

const kept = inRepository('node_modules/.cache/datchain');

export async function keptFile(
  kind: 'sounds' | 'uploads',
  file: string,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const path = join(kept, kind, file);
  const found = await readFile(path).catch(() => undefined);
  if (found) return found;
  const made = await make();
  await mkdir(join(kept, kind), { recursive: true });
  // Written atomically, because two stacks may make it at once.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, made);
  await rename(unfinished, path);
  return made;
}
