import { appendFileSync } from 'node:fs';
import { afterAll, expect, inject, test } from 'vitest';
import { playLocal } from './ask.ts';
import { findDifference, type Player } from './compare.ts';
import { askGoogle, googleDatabase } from './google.ts';
import { play } from './play.ts';
import { seedsFor, tellSteps } from './random-runs.ts';
import { randomScenario } from './random-scenarios.ts';
import { recordedFolder } from './recorded.ts';

const port = inject('googlePort');
// On the average, of so many moves.
const stepsEach = 175;
const movesEach = 100;
const asked: Record<string, number> = {};

const playGoogle: Player = (scenario) =>
  play(scenario, googleDatabase(), (method, request) => askGoogle(port, method, request));

afterAll(() => tellSteps('random calls', asked));

// Side by side: both wait for locks once in a while.
test.concurrent.each(seedsFor({ share: 0.8, stepsEach }))(
  'random calls are answered as Google’s emulator answers them (DATCHAIN_SEED=%i)',
  async (seed) => {
    const scenario = randomScenario(seed, movesEach);
    const different = await findDifference(scenario, playLocal, playGoogle);
    for (const { method } of scenario.steps) asked[method!] = (asked[method!] ?? 0) + 1;
    if (!different) return;
    // From now on `npm test` plays it without Java.
    const found = new URL('found.jsonl', recordedFolder);
    appendFileSync(found, `${JSON.stringify(different.theirs)}\n`);
    expect(different.ours.steps).toEqual(different.theirs.steps);
  },
);
