import { copyFileSync, linkSync } from 'node:fs';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Tells whether linking failed for lack of support: another disk, no hard links, or too many. */
export const isWithoutLinks = (error: unknown): boolean =>
  ['EXDEV', 'EPERM', 'EMLINK'].includes(codeOf(error));

/** Links a file, or copies it. @throws ENOENT for a missing file, EEXIST for a taken name */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!isWithoutLinks(error)) throw error;
    copyFileSync(from, to);
  }
}
