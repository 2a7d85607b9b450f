import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type FirestoreServer, startFirestoreServer } from '../server.ts';
import { closeClients, PROJECT_ID } from '../testing/clients.ts';
import { commits, snapshotsOf, type Told } from './testing/snapshots.ts';

const rules = `rules_version = '2';
  service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read, write; } } }`;
let server: FirestoreServer | undefined;

afterEach(async () => {
  await closeClients();
  await server?.close();
});

const recordedOf = (sdk: string): readonly Told[] =>
  readFileSync(new URL(`./testing/snapshots-${sdk}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Told => JSON.parse(line));

test.each(['admin', 'web'] as const)(
  'the %s SDK tells its listeners of each commit what it does on Google’s emulator',
  async (sdk) => {
    server = await startFirestoreServer({ port: 0, projectId: PROJECT_ID, rules });
    const recorded = recordedOf(sdk);
    expect(recorded.length).toBe(commits.length + 1);
    expect(await snapshotsOf(sdk, server.port)).toEqual(recorded);
  },
);
