/** A change to a file, and whether a test noticed it. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The original line, and the replacement for a part of it. */
  readonly code: string;
  readonly replacement: string;
  readonly isNoticed: boolean;
}

/** Joins code to one line for reports. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether a file is among these files, or inside one of these folders. */
export const isIn = (file: string, paths: readonly string[]): boolean =>
  paths.some((path) => file === path || file.startsWith(`${path}/`));
