/** A position in a rules file, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A range of a rules file: its position, and its first and last character counted from 0. */
export interface Span extends Position {
  readonly from: number;
  readonly to: number;
}

export class InvalidRules extends Error {
  constructor({ line, column }: Position, why: string) {
    super(`Line ${line}, column ${column}: ${why}`);
  }
}
