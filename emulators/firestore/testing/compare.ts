import { isDeepStrictEqual } from 'node:util';
import type { Scenario, Step } from './play.ts';
import { shrink } from './shrink.ts';

/** Plays a scenario in an empty database. */
export type Player = (scenario: Scenario) => Promise<Scenario>;

/** A scenario as both answered it. */
export interface Played {
  readonly ours: Scenario;
  readonly theirs: Scenario;
}

/**
 * Plays a scenario on both.
 *
 * @returns the smallest scenario that both still answer differently; undefined when they agree
 */
export async function findDifference(
  scenario: Scenario,
  ours: Player,
  theirs: Player,
): Promise<Played | undefined> {
  const playBoth = async (each: Scenario): Promise<Played> => {
    const [our, their] = await Promise.all([ours(each), theirs(each)]);
    return { ours: our, theirs: their };
  };
  const fault = faultOf(await playBoth(scenario));
  if (fault === undefined) return undefined;
  const { title } = scenario;
  const isWrong = async (steps: readonly Step[]): Promise<boolean> => {
    if (!isWhole(steps)) return false;
    try {
      return faultOf(await playBoth({ title, steps })) === fault;
    } catch {
      // Too much was left out: one of the two cannot even be asked.
      return false;
    }
  };
  return playBoth({ title, steps: await shrink(scenario.steps, isWrong) });
}

const withCollection = ['ListDocuments', 'CreateDocument'];

/**
 * Whether nothing is missing that a question needs: transactions are begun before they are named,
 * Google's never answers about others; and without a collection it is another question.
 */
function isWhole(steps: readonly Step[]): boolean {
  const begun = new Set<unknown>();
  return steps.every(({ method, begins, request }) => {
    if (begins !== undefined) begun.add(begins);
    const isBegun = request?.transaction === undefined || begun.has(request.transaction);
    return isBegun && (!withCollection.includes(method!) || request?.collectionId !== undefined);
  });
}

/** The first call that both answer differently, with their codes: what stays while a case shrinks. */
function faultOf({ ours, theirs }: Played): string | undefined {
  for (const [at, our] of ours.steps.entries()) {
    const their = theirs.steps[at]!;
    if (!isDeepStrictEqual(comparable(our), comparable(their))) {
      return `${our.method} ${codeOf(our)} ${codeOf(their)}`;
    }
  }
  return undefined;
}

const codeOf = ({ outcome }: Step): number =>
  outcome && 'refused' in outcome ? outcome.refused.code : 0;

/** What has to be the same of a step. */
function comparable({ method, outcome }: Step): unknown {
  if (outcome && 'refused' in outcome && method?.startsWith('Run')) {
    // A query that is wrong in several ways may be refused for another of them.
    return outcome.refused.code;
  }
  // Google's says it with every document but the last, the documentation with the first alone.
  const text = JSON.stringify(outcome ?? null, (key, value) =>
    key === 'skippedResults' ? undefined : value,
  );
  // Google's REST loses the sign of -0.
  return JSON.parse(text.replaceAll('"-0"', '0'));
}
