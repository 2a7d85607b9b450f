import { expect, test } from 'vitest';
import { playLocal } from './ask.ts';
import { findDifference, type Player } from './compare.ts';
import type { Scenario, Step } from './play.ts';
import { randomScenario } from './random-scenarios.ts';
import { shrink } from './shrink.ts';

test('what is left of a case is what makes it wrong', async () => {
  const json = { a: [1, 2, 3, [4, 5, 6]], b: { c: 1, d: { e: 7 } }, f: 'g' };
  const isWrong = async (each: unknown) => {
    const text = JSON.stringify(each);
    return text.includes('5') && text.includes('"e":7');
  };
  expect(await shrink(json, isWrong)).toEqual({ a: [[5]], b: { d: { e: 7 } } });
});

/** The embedded one, but for some steps that are answered wrongly. */
const faulty =
  (isFault: (step: Step) => boolean): Player =>
  async (scenario) => {
    const played = await playLocal(scenario);
    const steps = played.steps.map((step) =>
      isFault(step) ? { ...step, outcome: { answer: 'another' } } : step,
    );
    return { ...played, steps };
  };

test('the same from both is not a difference', async () => {
  expect(await findDifference(randomScenario(1, 60), playLocal, playLocal)).toBeUndefined();
});

test('a difference is shrunk to the fewest steps, and these to the fewest parts', async () => {
  const showsList = (step: Step) =>
    step.method === 'BatchGetDocuments' &&
    JSON.stringify(step.outcome).includes('"arr":{"arrayValue"');
  const found = await findDifference(randomScenario(2, 60), playLocal, faulty(showsList));
  const name = '$DB/documents/d/k1/c/__id12__';
  const arr = { arrayValue: { values: [{ stringValue: '\u{1f600}' }] } };
  expect(requestsOf(found!.theirs)).toEqual([
    ['Commit', { database: '$DB', writes: [{ update: { name, fields: { arr } } }] }],
    ['BatchGetDocuments', { database: '$DB', documents: [name] }],
  ]);
});

test('a transaction keeps its beginning while a later step names it', async () => {
  const isEnd = (step: Step) => step.method === 'Rollback';
  const found = await findDifference(randomScenario(3, 100), playLocal, faulty(isEnd));
  expect(requestsOf(found!.theirs)).toEqual([
    ['BeginTransaction', { database: '$DB' }],
    ['Rollback', { database: '$DB', transaction: expect.any(String) }],
  ]);
});

const requestsOf = ({ steps }: Scenario) => steps.map(({ method, request }) => [method, request]);
