import { alone } from '@datchain/functions/jobs/lease.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { firestoreStore } from '@datchain/functions/stores/firestore-store.ts';
import type { Stripe } from '@datchain/functions/stripe/client.ts';
import type { ProjectFile } from '@datchain/shared/contracts/project-file.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { type Google, NoAccess } from './google.ts';

export interface Opening {
  readonly google: Google;
  readonly file: ProjectFile;
  readonly stripe: (secretKey: string) => Stripe;
  /** Asks the person for a secret that cannot be generated, without echo. */
  readonly askSecret: (name: string, what: string) => Promise<string>;
}

export type Tell = (line: string) => void;

export interface Lack {
  readonly what: string;
  /**
   * Fixes it and reports progress; missing if a person must act, as the sentence says. Lacks that
   * share the same function are fixed together.
   */
  readonly mend?: (tell: Tell) => Promise<void>;
  /** Set if the state could not be read; the sentence says why. */
  readonly isProblem?: true;
}

/** A part of the setup that finds its own lacks. It never deletes anything. */
export interface Step {
  readonly name: string;
  readonly look: (opening: Opening) => Promise<readonly Lack[]>;
  /** Set if two people must not apply it at the same time. */
  readonly isAlone?: true;
}

export interface Found {
  readonly step: string;
  readonly lacks: readonly Lack[];
}

/**
 * Checks every step without changing anything. A step that cannot be checked reports the reason.
 *
 * @throws NoAccess when no step can be checked
 */
export async function look(steps: readonly Step[], opening: Opening): Promise<Found[]> {
  const found: Found[] = [];
  for (const step of steps) {
    try {
      found.push({ step: step.name, lacks: await step.look(opening) });
    } catch (error) {
      if (error instanceof NoAccess) throw error;
      found.push({ step: step.name, lacks: [{ what: formatError(error), isProblem: true }] });
    }
  }
  return found;
}

const MAX_ROUNDS = 3;
const NOTICE_AFTER_MILLIS = 5_000;
/** The longest wait for another person's lease; longer than a deployment takes. */
const LEASE_TIMEOUT_MILLIS = 30 * MINUTE_MILLIS;

/**
 * Fixes the lacks of each step, one after another. A killed run can be repeated and continues where
 * it was, because each step is checked first.
 *
 * @param tell receives a line before each change
 * @returns the tasks left to a person
 * @throws Error when a fix fails or has no effect
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

async function applyStep(step: Step, opening: Opening, tell: Tell): Promise<readonly Lack[]> {
  let lacks = await step.look(opening);
  // Some lacks of a step show only after the first ones are fixed.
  for (let round = 1; lacks.some(({ mend }) => mend); round++) {
    if (round > MAX_ROUNDS) {
      throw new Error(`${step.name}: not fixed by the change: ${lacks[0]?.what}`);
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
 * Runs a step under a lease: a second person waits, and then finds it done. The lease of a killed
 * `apply` expires within a minute.
 */
async function withLease<Result>(
  step: string,
  tell: Tell,
  run: () => Promise<Result>,
): Promise<Result> {
  const wait = setTimeout(() => {
    tell(
      `${step}: waiting for another "apply", which may have been stopped less than a minute ago`,
    );
  }, NOTICE_AFTER_MILLIS);
  const options = { store: firestoreStore(firestore()), clock: { now: () => Date.now() } };
  try {
    const outcome = await alone(
      { ...options, patienceMillis: LEASE_TIMEOUT_MILLIS },
      `launch-${step}`,
      () => {
        clearTimeout(wait);
        return run();
      },
    );
    if (outcome === 'busy')
      throw new Error(`${step}: somebody else is still applying it. Try again later.`);
    return outcome;
  } finally {
    clearTimeout(wait);
  }
}

export const formatError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
