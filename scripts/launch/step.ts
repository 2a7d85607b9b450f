import type { Stripe } from '@datchain/functions/stripe/client.ts';
import type { ProjectFile } from '@datchain/shared/contracts/project-file.ts';
import type { Google } from './google.ts';

/** The project that is opened, and the means to it. */
export interface Opening {
  readonly google: Google;
  readonly file: ProjectFile;
  /** Stripe, as the account of this secret key. */
  readonly stripe: (secretKey: string) => Stripe;
  /** Asks the person for a secret that cannot be generated, without showing it. */
  readonly askSecret: (name: string, what: string) => Promise<string>;
}

/** Something that is not as it should be. */
export interface Lack {
  /** A sentence that names it. */
  readonly what: string;
  /** Brings it about; where a person has to, it is missing, and the sentence says how. */
  readonly mend?: () => Promise<void>;
  /** It could not be looked at, and the sentence says why. */
  readonly isProblem?: true;
}

/** A part of a shop: it looks for what it lacks. It never deletes anything. */
export interface Step {
  readonly name: string;
  readonly look: (opening: Opening) => Promise<readonly Lack[]>;
}

/** A step with all that it lacks. */
export interface Found {
  readonly step: string;
  readonly lacks: readonly Lack[];
}

/** Looks at every step. A step that cannot be looked at says why. Nothing is changed. */
export async function look(steps: readonly Step[], opening: Opening): Promise<Found[]> {
  const found: Found[] = [];
  for (const step of steps) {
    try {
      found.push({ step: step.name, lacks: await step.look(opening) });
    } catch (error) {
      found.push({ step: step.name, lacks: [{ what: wordsOf(error), isProblem: true }] });
    }
  }
  return found;
}

const MOST_ROUNDS = 3;

/**
 * Brings about what each step lacks, one after the other. Killed at any moment, it goes on where it was when it is run
 * again, as each step is looked at first.
 *
 * @param tell hears what is done, before it is
 * @returns what a person has to do
 * @throws Error when something cannot be done, or is not as it should be after it was done
 */
export async function apply(
  steps: readonly Step[],
  opening: Opening,
  tell: (line: string) => void,
): Promise<Found[]> {
  const left: Found[] = [];
  for (const step of steps) {
    let lacks = await step.look(opening);
    // Some of what a step lacks shows only once the first of it is there.
    for (let round = 1; lacks.some(({ mend }) => mend); round++) {
      if (round > MOST_ROUNDS) {
        throw new Error(`${step.name}: still lacking after it was done: ${lacks[0]?.what}`);
      }
      for (const { what, mend } of lacks) {
        if (!mend) continue;
        tell(`${step.name}: ${what}`);
        await mend();
      }
      lacks = await step.look(opening);
    }
    if (lacks.length > 0) left.push({ step: step.name, lacks });
  }
  return left;
}

export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
