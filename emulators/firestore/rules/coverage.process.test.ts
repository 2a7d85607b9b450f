import { expect, it } from 'vitest';
import { compileFirestoreRules } from './compile.ts';
import { steps, text, world } from './testing/coverage-case.ts';
import { allowsOurs } from './testing/ours.ts';
import type { Question } from './testing/questions.ts';
import { halfTestedOurs } from './testing/serve-coverage.ts';

it('what is left to test of rules is what was seen to hold only, to refuse only, or not at all', async () => {
  const rules = compileFirestoreRules(text);
  const ask = (question: Question) => allowsOurs(rules, world, question, { uid: 'ann' });
  for (const { asked, left } of steps) {
    for (const question of asked) ask(question);
    expect(await halfTestedOurs(rules)).toEqual([...left].sort());
  }
});
