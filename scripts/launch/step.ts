import { alone } from '@datchain/functions/jobs/lease.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { firestoreStore } from '@datchain/functions/stores/firestore-store.ts';
import type { Stripe } from '@datchain/functions/stripe/client.ts';
import type { ProjectFile } from '@datchain/shared/contracts/project-file.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { type Google, NoAccess } from './google.ts';

/** The project that is opened, and the means to it. */
export interface Opening {
  readonly google: Google;
  readonly file: ProjectFile;
  /** Stripe, as the account of this secret key. */
  readonly stripe: (secretKey: string) => Stripe;
  /** Asks the person for a secret that cannot be generated, without showing it. */
  readonly askSecret: (name: string, what: string) => Promise<string>;
}

/** Hears a line of what is done. */
export type Tell = (line: string) => void;

/** Something that is not as it should be. */
export interface Lack {
  /** A sentence that names it. */
  readonly what: string;
  /**
   * Brings it about, and tells how far it is; where a person has to, it is missing, and the sentence says how. What
   * several have in common runs once.
   */
  readonly mend?: (tell: Tell) => Promise<void>;
  /** It could not be looked at, and the sentence says why. */
  readonly isProblem?: true;
}

/** A part of a shop: it looks for what it lacks. It never deletes anything. */
export interface Step {
  readonly name: string;
  readonly look: (opening: Opening) => Promise<readonly Lack[]>;
  /** Two people must not apply it at once. */
  readonly isAlone?: true;
}

/** A step with all that it lacks. */
export interface Found {
  readonly step: string;
  readonly lacks: readonly Lack[];
}

/**
 * Looks at every step. A step that cannot be looked at says why. Nothing is changed.
 *
 * @throws NoAccess when no step can be looked at
 */
export async function look(steps: readonly Step[], opening: Opening): Promise<Found[]> {
  const found: Found[] = [];
  for (const step of steps) {
    try {
      found.push({ step: step.name, lacks: await step.look(opening) });
    } catch (error) {
      if (error instanceof NoAccess) throw error;
      found.push({ step: step.name, lacks: [{ what: wordsOf(error), isProblem: true }] });
    }
  }
  return found;
}

const MOST_ROUNDS = 3;
/** Time after which a person is told that we wait for somebody else. */
const NOTICE_MILLIS = 5_000;
/** Time that we wait for somebody else: longer than a deployment takes. */
const PATIENCE_MILLIS = 30 * MINUTE_MILLIS;

/**
 * Brings about what each step lacks, one after the other. Killed at any moment, it goes on where it was when it is run
 * again, as each step is looked at first.
 *
 * @param tell hears of everything before it is done
 * @returns what a person has to do
 * @throws Error when something cannot be done, or is not as it should be after it was done
 */
export async function apply(
  steps: readonly Step[],
  opening: Opening,
  tell: Tell,
): Promise<Found[]> {
  const left: Found[] = [];
  for (const step of steps) {
    const run = () => applyStep(step, opening, (line) => tell(`${step.name}: ${line}`));
    const lacks = step.isAlone ? await withLease(step.name, tell, run) : await run();
    if (lacks.length > 0) left.push({ step: step.name, lacks });
  }
  return left;
}

/** Brings about what a step lacks. @returns what a person has to do */
async function applyStep(step: Step, opening: Opening, tell: Tell): Promise<readonly Lack[]> {
  let lacks = await step.look(opening);
  // Some of what a step lacks shows only once the first of it is there.
  for (let round = 1; lacks.some(({ mend }) => mend); round++) {
    if (round > MOST_ROUNDS) {
      throw new Error(`${step.name}: still lacking after it was done: ${lacks[0]?.what}`);
    }
    const mends = Map.groupBy(lacks, ({ mend }) => mend);
    for (const [mend, mended] of mends) {
      if (!mend) continue;
      for (const { what } of mended) tell(what);
      await mend(tell);
    }
    lacks = await step.look(opening);
  }
  return lacks;
}

/**
 * Runs a step while nobody else does: who comes later waits, and then finds it done. Of an `apply` that was killed, others
 * wait for a minute at most.
 */
async function withLease<Result>(
  step: string,
  tell: Tell,
  run: () => Promise<Result>,
): Promise<Result> {
  const wait = setTimeout(() => {
    tell(
      `${step}: waiting for somebody else who applies it, or was stopped less than a minute ago`,
    );
  }, NOTICE_MILLIS);
  const options = { store: firestoreStore(firestore()), clock: { now: () => Date.now() } };
  try {
    const outcome = await alone(
      { ...options, patienceMillis: PATIENCE_MILLIS },
      `launch-${step}`,
      () => {
        clearTimeout(wait);
        return run();
      },
    );
    if (outcome === 'busy') throw new Error(`${step}: somebody else applies it still. Try later.`);
    return outcome;
  } finally {
    clearTimeout(wait);
  }
}

export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
