/** Where something stands in a rules file, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A piece of a rules file: where it begins, and its first and last character counted from 0. */
export interface Span extends Position {
  readonly from: number;
  readonly to: number;
}

/** The rules file cannot be used; the message says where and why. */
export class InvalidRules extends Error {
  constructor({ line, column }: Position, why: string) {
    super(`Line ${line}, column ${column}: ${why}`);
  }
}
