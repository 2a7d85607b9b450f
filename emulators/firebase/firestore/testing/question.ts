export type Json = Readonly<Record<string, unknown>>;

/** The outcome of a call: `answer` of one, `answers` of several, or the code of a refusal. */
export type Outcome =
  | { readonly answer: Json }
  | { readonly answers: readonly Json[] }
  | { readonly refused: number };

/** A call; by an admin unless told otherwise, by someone signed out for null. */
export interface Question {
  readonly method: string;
  readonly request: Json;
  readonly as?: string | null;
}
