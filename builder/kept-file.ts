import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isWithoutLinks } from './take-over.ts';

/** Writes a file that is kept between rebuilds, whole. Of several rebuilds the first one's stays: it may be linked. */
export async function keepFile(file: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.part`;
  await writeFile(unfinished, content);
  try {
    await link(unfinished, file);
  } catch (error) {
    if (isWithoutLinks(error)) await rename(unfinished, file);
    else if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}
