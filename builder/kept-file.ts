import { randomUUID } from 'node:crypto';
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { isWithoutLinks } from './take-over.ts';

/**
 * Writes a file that is kept between rebuilds, under a name that says what is in it. It appears
 * whole. Of several rebuilds that write it at once the first one's stays: a file that is replaced
 * while a site is given a link to it would be missing there.
 */
export async function keepFile(file: string, content: Buffer | string): Promise<void> {
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
