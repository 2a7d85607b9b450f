import { readFileSync } from 'node:fs';
import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/firestore';
import { afterAll, beforeAll, describe } from 'vitest';
import { describeWhoMayWhat } from './cases/who-may-what.ts';
import { configureRules } from './configure.ts';
import { type Emulator, firestoreEmulator } from './testing/firestore-emulator.ts';
import { fixedUserIds } from './testing/firestore-world.ts';

const source = readFileSync(new URL('./firestore.rules', import.meta.url), 'utf8');

let emulator: Emulator;
let env: RulesTestEnvironment;

beforeAll(async () => {
  // Refusals are what these tests look for; the SDK would log each of them.
  setLogLevel('silent');
  emulator = await firestoreEmulator();
  const { host, port } = emulator;
  const rules = configureRules(source, { fixedUserIds });
  env = await initializeTestEnvironment({
    projectId: 'demo-rules-firestore',
    firestore: { host, port, rules },
  });
}, 120_000);

afterAll(async () => {
  await env?.cleanup();
  await emulator?.stop();
});

describe('who may read and write the document store', () => describeWhoMayWhat(() => env));
