export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The original line, and the replacement for a part of it. */
  readonly code: string;
  readonly replacement: string;
  readonly isNoticed: boolean;
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const isIn = (file: string, paths: readonly string[]): boolean =>
  paths.some((path) => file === path || file.startsWith(`${path}/`));
