import fc from 'fast-check';
import { openers } from './opening.ts';
import type { BooksWorld, Send } from './world.ts';

/** What happens next in a play: the name of an operation with its values. */
export type Step = { readonly op: string } & Readonly<Record<string, unknown>>;

type Prepare<Values> = (
  world: BooksWorld,
  values: Values,
  id: string,
) => Send | undefined | Promise<Send | undefined>;

/** A kind of thing that can happen to the books. */
export interface Operation {
  /** How often it happens, compared with the others. */
  readonly weight: number;
  readonly values: fc.Arbitrary<Record<string, unknown>>;
  /**
   * Looks at the books and says what to send: undefined where there is nothing to do. Sending the
   * same again is a duplicate, sending it later is one that looked at what is now out of date.
   */
  readonly prepare: Prepare<Record<string, unknown>>;
}

export const operation = <Values extends Record<string, unknown>>(
  weight: number,
  values: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
  prepare: Prepare<Values>,
): Operation => ({
  weight,
  values: fc.record(values) as fc.Arbitrary<Record<string, unknown>>,
  prepare: prepare as Prepare<Record<string, unknown>>,
});

/** Which of the things made so far. */
export const which = fc.nat(30);
export const uid = fc.constantFrom(...openers);
