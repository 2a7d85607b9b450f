import { copyFileSync, linkSync } from 'node:fs';
import { join } from 'node:path';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Whether a link failed because it is another disk, one without links, or one link too many. */
export const isWithoutLinks = (error: unknown): boolean =>
  ['EXDEV', 'EPERM', 'EMLINK'].includes(codeOf(error));

/**
 * Gives a file a second name; where that cannot be, a copy of it.
 *
 * @throws ENOENT when it is not there, EEXIST when something has that name
 */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!isWithoutLinks(error)) throw error;
    copyFileSync(from, to);
  }
}

/**
 * Takes a file over from a site: no byte is written, both sites have it. Its folder must be there; a
 * file that is there already is the same one.
 */
export function takeOver(file: string, siteDir: string, nextDir: string): void {
  try {
    linkOrCopy(join(siteDir, file), join(nextDir, file));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
