import { expect, inject, it } from 'vitest';
import { steps, text, world } from './testing/coverage-case.ts';
import { halfTestedAt } from './testing/serve-coverage.ts';
import { allowsTheirs, loadRules, loadWorld } from './testing/theirs.ts';

it('what is left to test of rules is the same for Google’s emulator', async () => {
  const oracle = { port: inject('googlePort'), project: 'demo-rules-coverage' };
  await loadWorld(oracle, world);
  await loadRules(oracle, text);
  for (const { asked, left } of steps) {
    for (const question of asked) await allowsTheirs(oracle, question, 'ann');
    expect(await halfTestedAt(oracle.port, oracle.project)).toEqual([...left].sort());
  }
});
