/** An expected "no": a returned value, never an exception. It has a code of R-CAL-02 and a sentence for people. */
export interface Refusal {
  readonly refused: true;
  readonly code: RefusalCode;
  readonly message: string;
  /** Set if the idempotency key or the version was used for something else, usually by someone else. */
  readonly keyTaken?: true;
  /** Set if a debt blocks the request: later earnings may pay it. */
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
