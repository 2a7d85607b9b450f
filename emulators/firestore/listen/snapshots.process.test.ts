import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FirestoreServer, startFirestoreServer } from '../server.ts';
import { PROJECT_ID } from '../testing/clients.ts';
import { readFound, readSnapshots } from './testing/recorded.ts';
import { openRules, recordedScript, snapshotsOf } from './testing/snapshots.ts';

let server: FirestoreServer;

beforeAll(async () => {
  server = await startFirestoreServer({ port: 0, projectId: PROJECT_ID, rules: openRules });
});

afterAll(() => server?.close());

test.each(['admin', 'web'] as const)(
  'the %s SDK tells its listeners of each commit what it does on Google’s emulator',
  async (sdk) => {
    const recorded = readSnapshots(sdk);
    expect(recorded.length).toBe(recordedScript.commits.length + 1);
    expect(await snapshotsOf(sdk, server.port)).toEqual(recorded);
  },
);

test.each(readFound().map((each) => [JSON.stringify(each.script), each] as const))(
  'the Admin SDK tells what it does on Google’s emulator of %s',
  async (_, { script, told }) => {
    expect(await snapshotsOf('admin', server.port, script)).toEqual(told);
  },
);
