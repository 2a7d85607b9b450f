import { expect, inject, it } from 'vitest';
import { askTheirs, loadWorld } from './testing/answer.ts';
import { readRecorded } from './testing/recorded.ts';
import { world } from './testing/tables.ts';

it('Google’s emulator still answers the questions of the tables as recorded', async () => {
  const oracle = { port: inject('googlePort'), project: `demo-queries-${Date.now()}` };
  await loadWorld(oracle, world);
  for (const { question, answer } of readRecorded()) {
    expect(await askTheirs(oracle, question), JSON.stringify(question)).toEqual(answer);
  }
});
