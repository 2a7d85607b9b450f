import { readFileSync } from 'node:fs';
import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeErased } from './cases/erased.ts';
import { describeFollowers, describeNobodyToFollow } from './cases/followers.ts';
import { describeOwnDetails } from './cases/own-details.ts';
import { describeReading } from './cases/reading.ts';
import { describeSignup } from './cases/signup.ts';
import { describeWhoMayWhat } from './cases/who-may-what.ts';
import { configureRules } from './configure.ts';
import { type Emulator, ownFirestoreEmulator } from './testing/firestore-emulator.ts';
import { fixedUserIds } from './testing/firestore-world.ts';
import { halfTestedConditions } from './testing/rule-coverage.ts';

const source = readFileSync(new URL('./firestore.rules', import.meta.url), 'utf8');

const projectId = 'demo-rules-firestore';

let emulator: Emulator;
let env: RulesTestEnvironment;
let envWithoutSettings: RulesTestEnvironment;

beforeAll(async () => {
  setLogLevel('silent');
  emulator = await ownFirestoreEmulator(projectId);
  const { host, port } = emulator;
  const load = (id: string, rules: string) =>
    initializeTestEnvironment({ projectId: id, firestore: { host, port, rules } });
  env = await load(projectId, configureRules(source, { fixedUserIds }));
  envWithoutSettings = await load(`${projectId}-nobody`, configureRules(source, {}));
});

afterAll(async () => {
  await env?.cleanup();
  await envWithoutSettings?.cleanup();
  await emulator?.stop();
});

describe('[M-45] who may read and write the document store', () => describeWhoMayWhat(() => env));
describe('queries', () => describeReading(() => env));
describe('signup', () => describeSignup(() => env));
describe('changing their own details', () => describeOwnDetails(() => env));
describe('following the fixed accounts', () => {
  describeFollowers(() => env);
  describeNobodyToFollow(() => envWithoutSettings);
});

describe('the token of an erased account', () => describeErased(() => env));

// Last, because it judges the tests above: each condition must have held and refused.
describe('the tests of these rules', () => {
  it('[M-46] have seen every condition hold and every condition refuse', async () => {
    expect(await halfTestedConditions(emulator, projectId)).toEqual([]);
  });
});
