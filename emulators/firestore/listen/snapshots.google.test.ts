import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { loadRules } from '../rules/testing/theirs.ts';
import { type FirestoreServer, startFirestoreServer } from '../server.ts';
import { PROJECT_ID } from '../testing/clients.ts';
import { seedsFor, tellSteps } from '../testing/random-runs.ts';
import { shrink } from '../testing/shrink.ts';
import { keepFound, readSnapshots } from './testing/recorded.ts';
import {
  isScript,
  openRules,
  randomScript,
  type Script,
  snapshotsOf,
} from './testing/snapshots.ts';

const port = inject('googlePort');
const commitsEach = 30;
// Eight queries, each told of every commit and of the beginning.
const stepsEach = 8 * (commitsEach + 1);
const heard = { snapshots: 0 };
let server: FirestoreServer;

beforeAll(async () => {
  await loadRules({ port, project: PROJECT_ID }, openRules);
  server = await startFirestoreServer({ port: 0, projectId: PROJECT_ID, rules: openRules });
});

afterAll(async () => {
  await server?.close();
  tellSteps('random listeners', heard);
});

test.each(['admin', 'web'] as const)(
  'on Google’s emulator the %s SDK still tells what was recorded',
  async (sdk) => {
    expect(await snapshotsOf(sdk, port)).toEqual(readSnapshots(sdk));
  },
);

const onBoth = async (script: Script) => ({
  ours: await snapshotsOf('admin', server.port, script),
  theirs: await snapshotsOf('admin', port, script),
});

/** Whether both tell something else; a script that makes no sense tells nothing. */
async function isWrong(script: Script): Promise<boolean> {
  if (!isScript(script)) return false;
  const { ours, theirs } = await onBoth(script);
  return JSON.stringify(ours) !== JSON.stringify(theirs);
}

test.each(seedsFor({ share: 0.05, stepsEach }))(
  'random queries are told of random commits as on Google’s emulator (DATCHAIN_SEED=%i)',
  async (seed) => {
    const script = randomScript(seed, commitsEach);
    heard.snapshots += stepsEach;
    if (!(await isWrong(script))) return;
    const smallest = await shrink(script, isWrong);
    const { ours, theirs } = await onBoth(smallest);
    keepFound({ script: smallest, told: theirs });
    expect(ours).toEqual(theirs);
  },
);
