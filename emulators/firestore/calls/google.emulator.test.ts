import { beforeAll, describe, expect, test } from 'vitest';
import { firestoreEmulator } from '../../../rules/testing/firestore-emulator.ts';
import { scale } from '../../../shared/testing/scale.ts';
import { Chance } from '../rules/testing/random.ts';
import { askLocal } from '../testing/ask.ts';
import { askGoogle } from '../testing/google.ts';
import { play, type Scenario } from '../testing/play.ts';
import { randomBatches } from '../testing/random-batches.ts';
import { recordedOn, subjects } from '../testing/recorded.ts';
import { World } from '../world.ts';

let port: number;
let played = 0;

beforeAll(async () => {
  port = (await firestoreEmulator('demo-calls')).port;
});

/** A database of Google's that no other scenario has seen. */
function nextDatabase(): string {
  played += 1;
  return `projects/demo-calls-${process.pid}-${Date.now()}-${played}/databases/(default)`;
}

const playGoogle = (scenario: Scenario, database: string): Promise<Scenario> =>
  play(scenario, database, (method, request) => askGoogle(port, method, request));

async function playLocal(scenario: Scenario, database: string): Promise<Scenario> {
  const world = new World({ now: Date.now, rulesOf: () => undefined });
  const project = database.split('/')[1]!;
  const result = await play(scenario, database, (method, request) =>
    askLocal(world, project, { method, request }),
  );
  world.close();
  return result;
}

describe.each(subjects())('Google’s emulator still answers as recorded on %s', (subject) => {
  // Two seconds for every lock that is waited for: side by side.
  test.concurrent.each(
    recordedOn(subject)
      .slice(0, scale(12, 1_000))
      .map((scenario) => [scenario.title, scenario] as const),
  )('%s', async (_, scenario) => {
    expect(await playGoogle(scenario, nextDatabase())).toEqual(scenario);
  });
});

const first = Number(process.env.DATCHAIN_SEED ?? Math.floor(Math.random() * 1e6));
const seeds = Array.from({ length: scale(10, 50) }, (_, at) => first + at);

test.each(seeds)('random batches of writes leave and answer the same (seed %i)', async (seed) => {
  const database = nextDatabase();
  const scenario = randomBatches(new Chance(seed), `seed ${seed}`, 10);
  const [google, local] = await Promise.all([
    playGoogle(scenario, database),
    playLocal(scenario, database),
  ]);
  expect(local.steps).toEqual(google.steps);
});
