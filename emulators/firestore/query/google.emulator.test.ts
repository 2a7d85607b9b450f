import { beforeAll, expect, it } from 'vitest';
import { firestoreEmulator } from '../../../rules/testing/firestore-emulator.ts';
import { scale } from '../../../shared/testing/scale.ts';
import {
  type Answer,
  askOurs,
  askTheirs,
  loadWorld,
  type Question,
  storedIn,
} from './testing/answer.ts';
import { RandomQueries } from './testing/random.ts';
import { questions, world } from './testing/tables.ts';

const first = Number(process.env.DATCHAIN_SEED ?? Math.floor(Math.random() * 1e6));
const seeds = Array.from({ length: scale(4, 40) }, (_, at) => first + at);
const queriesEach = 500;
let port: number;

beforeAll(async () => {
  port = (await firestoreEmulator('demo-queries')).port;
});

it('answers what is recorded as Google’s emulator does today', async () => {
  const oracle = { port, project: `demo-queries-${Date.now()}` };
  await loadWorld(oracle, world);
  const documents = storedIn(world, oracle.project);
  for (const question of questions) {
    const theirs = await askTheirs(oracle, question);
    expect(askOurs(documents, oracle.project, question), JSON.stringify(question)).toEqual(theirs);
  }
});

it.each(seeds)(
  `answers ${queriesEach} random queries as Google’s emulator does (DATCHAIN_SEED=%i)`,
  async (seed) => {
    const oracle = { port, project: `demo-queries-${seed}-${Date.now()}` };
    const random = new RandomQueries(seed);
    await loadWorld(oracle, random.world);
    const documents = storedIn(random.world, oracle.project);
    const different: { question: Question; theirs: Answer; ours: Answer }[] = [];
    const kinds = { found: 0, computed: 0, refused: 0 };
    for (let at = 0; at < queriesEach; at++) {
      const question = random.next();
      const theirs = await askTheirs(oracle, question);
      const ours = askOurs(documents, oracle.project, question);
      if ('found' in theirs && theirs.found.length > 0) kinds.found++;
      if ('computed' in theirs) kinds.computed++;
      if ('refused' in theirs) kinds.refused++;
      if (JSON.stringify(theirs) !== JSON.stringify(ours)) {
        different.push({ question, theirs, ours });
      }
    }
    // A query that is wrong in several ways may be refused for another of them, once in a while.
    expect(different.filter(({ theirs, ours }) => codeOf(theirs) !== codeOf(ours))).toEqual([]);
    expect(different.length, JSON.stringify(different)).toBeLessThanOrEqual(queriesEach / 200);
    // Questions that nobody has an answer to would prove nothing.
    expect(kinds.found).toBeGreaterThan(queriesEach / 20);
    expect(kinds.computed).toBeGreaterThan(queriesEach / 50);
    expect(kinds.refused).toBeGreaterThan(queriesEach / 20);
  },
);

/** What has to be the same of a refusal; all of any other answer. */
const codeOf = (answer: Answer): string =>
  'refused' in answer ? answer.refused.split(' ')[0]! : JSON.stringify(answer);
