/** A change to a file, and whether a test noticed it. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The line as it stands, and what the mutant has in place of a part of it. */
  readonly code: string;
  readonly replacement: string;
  readonly isNoticed: boolean;
}

/** Code on one line, as reports show it. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether a file is one of these files or lies in one of these folders. */
export const isIn = (file: string, paths: readonly string[]): boolean =>
  paths.some((path) => file === path || file.startsWith(`${path}/`));
