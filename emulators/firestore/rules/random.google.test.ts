import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seedsFor, tellSteps } from '../testing/random-runs.ts';
import { compileFirestoreRules } from './compile.ts';
import { allowsOurs } from './testing/ours.ts';
import { type Question, rulesWith, type World } from './testing/questions.ts';
import { Chance } from './testing/random.ts';
import {
  functions,
  randomReadCondition,
  randomWriteCondition,
} from './testing/random-conditions.ts';
import { randomFields, randomQuery, randomWrites } from './testing/random-questions.ts';
import { allowStopper, allowsTheirs, loadRules, loadWorld, type Oracle } from './testing/theirs.ts';

const project = 'demo-rules-random';
const oracle: Oracle = { port: inject('googlePort'), project };
const conditionsEach = 24;
const questionsEach = 16;
// Four gets, sixteen lists and eight commits under each condition.
const seeds = seedsFor({ share: 0.1, stepsEach: conditionsEach * 28 });
const judged = { get: 0, list: 0, write: 0 };

afterAll(() => tellSteps('requests under random rules', judged));

interface Asked {
  readonly question: Question;
  readonly uid: string | null;
}

interface Difference {
  readonly condition: string;
  readonly question: Question;
  readonly uid: string | null;
  readonly theirs: boolean;
}

/** Asks both the same. */
async function differences(
  conditions: readonly string[],
  {
    allow,
    world,
    asked,
  }: {
    allow: keyof typeof judged;
    world: World;
    asked: (collection: string) => readonly Asked[];
  },
): Promise<{ different: Difference[]; allowed: number; denied: number }> {
  const blocks = conditions.map((each, at) => `match /c${at}/{id} { allow ${allow}: if ${each}; }`);
  const text = rulesWith(
    [functions, ...blocks, allowStopper, 'match /other/{id} { allow write; }'].join('\n    '),
  );
  await loadRules(oracle, text);
  const rules = compileFirestoreRules(text);
  const different: Difference[] = [];
  let [allowed, denied] = [0, 0];
  for (const [at, condition] of conditions.entries()) {
    const judge = async ({ question, uid }: Asked) => {
      const theirs = await allowsTheirs(oracle, question, uid);
      if (theirs === undefined) return;
      if (theirs) allowed += 1;
      else denied += 1;
      judged[allow] += 1;
      const ours = allowsOurs(rules, world, question, { uid });
      if (ours !== theirs) different.push({ condition, question, uid, theirs });
    };
    // Commits would wait for each other's locks.
    if (allow === 'write') for (const each of asked(`c${at}`)) await judge(each);
    else await Promise.all(asked(`c${at}`).map(judge));
  }
  return { different, allowed, denied };
}

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const ids = ['one', 'two', 'ann'];

describe.each(seeds)('seed %i: our rules allow what Google’s allow', (seed) => {
  const chance = new Chance(seed);
  const anyone = () => chance.oneOf(['ann', 'bob', null]);
  const world: World = Object.fromEntries([
    ...many(conditionsEach, (at) => ids.map((id) => [`c${at}/${id}`, randomFields(chance)])).flat(),
    ...ids.map((id) => [`other/${id}`, randomFields(chance)]),
  ]);
  const both = ({ different, allowed, denied }: Awaited<ReturnType<typeof differences>>) => {
    expect(different).toEqual([]);
    expect(Math.min(allowed, denied)).toBeGreaterThan(0);
  };

  beforeAll(() => loadWorld(oracle, world));

  it('gets', async () => {
    const conditions = many(conditionsEach, () => randomReadCondition(chance));
    const asked = (collection: string) =>
      [...ids, 'none'].map((id) => ({ question: { get: `${collection}/${id}` }, uid: anyone() }));
    both(await differences(conditions, { allow: 'get', world, asked }));
  });

  it('lists', async () => {
    const conditions = many(conditionsEach, () => randomReadCondition(chance));
    const queries = many(questionsEach, () => ({ query: randomQuery(chance), uid: anyone() }));
    const asked = (collection: string) =>
      queries.map(({ query, uid }) => ({
        question: { list: { ...query, from: [{ collectionId: collection }] }, parent: '' },
        uid,
      }));
    both(await differences(conditions, { allow: 'list', world, asked }));
  });

  it('commits', async () => {
    const conditions = many(conditionsEach, () => randomWriteCondition(chance));
    const asked = (collection: string) =>
      many(questionsEach / 2, () => ({
        question: { commit: randomWrites(chance, collection) },
        uid: anyone(),
      }));
    both(await differences(conditions, { allow: 'write', world, asked }));
  });
});
