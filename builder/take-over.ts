import { copyFileSync, linkSync } from 'node:fs';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Whether a link failed because it is another disk, one without links, or one link too many. */
export const isWithoutLinks = (error: unknown): boolean =>
  ['EXDEV', 'EPERM', 'EMLINK'].includes(codeOf(error));

/** Gives a file a second name, or a copy. @throws ENOENT when it is not there, EEXIST when the name is taken */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!isWithoutLinks(error)) throw error;
    copyFileSync(from, to);
  }
}
