export type Json = Readonly<Record<string, unknown>>;

export type Outcome =
  | { readonly answer: Json }
  | { readonly answers: readonly Json[] }
  | { readonly refused: number };

/** A call, by an admin by default, by a user, or null for signed out. */
export interface Question {
  readonly method: string;
  readonly request: Json;
  readonly as?: string | null;
}
