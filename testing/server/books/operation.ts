import fc from 'fast-check';
import { openers } from './opening.ts';
import type { BooksWorld, Send } from './world.ts';

export type Step = { readonly op: string } & Readonly<Record<string, unknown>>;

type Prepare<Values> = (
  world: BooksWorld,
  values: Values,
  id: string,
) => Send | undefined | Promise<Send | undefined>;

export interface Operation {
  readonly weight: number;
  readonly values: fc.Arbitrary<Record<string, unknown>>;
  /**
   * Reads the books and returns a request; undefined if there is nothing to do. Sending the request
   * twice makes a duplicate; sending it later makes an outdated one.
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

/** An index that picks one of the objects made so far. */
export const which = fc.nat(30);
export const uid = fc.constantFrom(...openers);
