import { copyFileSync, linkSync } from 'node:fs';
import { join } from 'node:path';

/** Another disk, or one that knows no links. */
const needsCopy = ['EXDEV', 'EPERM', 'EMLINK'];

/**
 * Takes a file over from a site: no byte is written, both sites have it. Its folder must be there; a
 * file that is there already is the same one.
 */
export function takeOver(file: string, siteDir: string, nextDir: string): void {
  const [from, to] = [join(siteDir, file), join(nextDir, file)];
  try {
    linkSync(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (!needsCopy.includes(code)) throw error;
    copyFileSync(from, to);
  }
}
