/** A mutant that no test can notice, and why. */
export interface Explained {
  readonly file: string;
  /** The line as it stands, spaces collapsed, and what the mutant has in place of a part of it. */
  readonly code: string;
  readonly replacement: string;
  readonly why: string;
}

export const explained: readonly Explained[] = [];
