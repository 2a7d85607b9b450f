/** An expected "no": a value, never an exception, with a code of R-CAL-02 and the sentence people read. */
export interface Refusal {
  readonly refused: true;
  readonly code: RefusalCode;
  readonly message: string;
  /** The idempotency key, or the version it names, was used for something else, usually by someone else. */
  readonly keyTaken?: true;
  /** A debt blocks it: earnings since then may pay it. */
  readonly owes?: true;
}

export type RefusalCode =
  | 'invalid-argument'
  | 'unauthenticated'
  | 'permission-denied'
  | 'not-found'
  | 'already-exists'
  | 'failed-precondition'
  | 'aborted'
  | 'resource-exhausted'
  | 'internal'
  | 'unavailable';

export const refuse = (code: RefusalCode, message: string): Refusal => ({
  refused: true,
  code,
  message,
});

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value && value.refused === true;
