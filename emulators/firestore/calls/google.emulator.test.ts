import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scale } from '../../../shared/testing/scale.ts';
import { clearDocuments } from '../../stack/clear-documents.ts';
import { Chance } from '../rules/testing/random.ts';
import { askLocal } from '../testing/ask.ts';
import { askGoogle, type Outcome } from '../testing/google.ts';
import {
  type GoogleEmulator,
  hasGoogleEmulator,
  startGoogleEmulator,
} from '../testing/google-emulator.ts';
import { play, type Scenario } from '../testing/play.ts';
import { randomBatches } from '../testing/random-batches.ts';
import { recordedOn, subjects } from '../testing/recorded.ts';
import recordedCodes from '../testing/rules-codes.json' with { type: 'json' };
import { inDatabase, questions, rulesText, seeded } from '../testing/rules-scenarios.ts';
import { World } from '../world.ts';

type Json = Readonly<Record<string, unknown>>;

let google: GoogleEmulator;
let played = 0;

beforeAll(async () => {
  if (hasGoogleEmulator) google = await startGoogleEmulator('demo-calls');
});

afterAll(() => google?.stop());

/** A database of Google's that no other scenario has seen. */
function nextDatabase(): string {
  played += 1;
  return `projects/demo-calls-${process.pid}-${Date.now()}-${played}/databases/(default)`;
}

const playGoogle = (scenario: Scenario, database: string): Promise<Scenario> =>
  play(scenario, database, (method, request) => askGoogle(google.port, method, request));

async function playLocal(scenario: Scenario, database: string): Promise<Scenario> {
  const world = new World({ now: Date.now, rulesOf: () => undefined });
  const project = database.split('/')[1]!;
  const result = await play(scenario, database, (method, request) =>
    askLocal(world, project, { method, request }),
  );
  world.close();
  return result;
}

describe.skipIf(!hasGoogleEmulator).each(subjects())(
  'Google’s emulator still answers as recorded on %s',
  (subject) => {
    // Two seconds for every lock that is waited for: side by side.
    test.concurrent.each(
      recordedOn(subject)
        .slice(0, scale(12, 1_000))
        .map((scenario) => [scenario.title, scenario] as const),
    )('%s', async (_, scenario) => {
      expect(await playGoogle(scenario, nextDatabase())).toEqual(scenario);
    });
  },
);

const first = Number(process.env.DATCHAIN_SEED ?? Math.floor(Math.random() * 1e6));
const seeds = Array.from({ length: scale(10, 50) }, (_, at) => first + at);

describe.skipIf(!hasGoogleEmulator)('beside Google’s emulator', () => {
  test.each(seeds)('random batches of writes leave and answer the same (seed %i)', async (seed) => {
    const database = nextDatabase();
    const scenario = randomBatches(new Chance(seed), `seed ${seed}`, 10);
    const theirs = await playGoogle(scenario, database);
    const ours = await playLocal(scenario, database);
    expect(ours.steps).toEqual(theirs.steps);
  });

  test('the rules are asked the same', async () => {
    const database = nextDatabase();
    const codes = await codesOf(database, (method, request, bearer) =>
      askGoogle(google.port, method, request, bearer),
    );
    expect(codes).toEqual(recordedCodes);
  });
});

/** Loads the rules at Google's, and asks every question of a newly seeded database. */
async function codesOf(
  database: string,
  ask: (method: string, request: Json, bearer: string) => Promise<Outcome>,
): Promise<Readonly<Record<string, number>>> {
  const { port } = google;
  const project = database.split('/')[1]!;
  const loaded = await fetch(
    `http://127.0.0.1:${port}/emulator/v1/projects/${project}:securityRules`,
    {
      method: 'PUT',
      body: JSON.stringify({ rules: { files: [{ name: 'rules', content: rulesText }] } }),
    },
  );
  expect(loaded.ok).toBe(true);
  const codes: [string, number][] = [];
  for (const { title, method, request } of questions) {
    await clearDocuments({ port, projectId: project });
    await ask('Commit', { database, writes: inDatabase(seeded, database) }, 'owner');
    const outcome = await ask(method, inDatabase(request, database), '');
    codes.push([title, 'refused' in outcome ? outcome.refused.code : 0]);
  }
  return Object.fromEntries(codes);
}
