import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codes, type Refusal } from '../contract.ts';
import { compileFirestoreRules } from '../rules/compile.ts';
import { World } from '../world.ts';
import { OpenCall } from './calls.ts';

const project = 'demo-calls';
const database = `projects/${project}/databases/(default)`;
const rules = compileFirestoreRules(`rules_version = '2';
  service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read; } } }`);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');

/** Listens as someone whose token is good for so long, if it runs out at all. */
function listen(seconds: number | undefined) {
  const world = new World({ now: Date.now, rulesOf: () => rules });
  const now = Math.floor(Date.now() / 1_000);
  const times = seconds === undefined ? { iat: 0 } : { iat: now, exp: now + seconds };
  const token = `${part({ alg: 'none' })}.${part({ aud: project, sub: 'ann', ...times })}.`;
  const ends: (Refusal | undefined)[] = [];
  const call = new OpenCall({
    backend: {
      calls: (name) => world.calls(name),
      clear: async (name) => world.clear(name),
      setRules: () => {},
      coverage: () => rules.coverage(),
      tokenNow: Date.now,
    },
    method: 'Listen',
    authorization: `Bearer ${token}`,
    handlers: { onAnswer: () => {}, onEnd: (refusal) => ends.push(refusal) },
  });
  const documents = { documents: [`${database}/documents/c/a`] };
  call.send({ database, addTarget: { targetId: 2, documents } });
  return { call, ends };
}

test('a token that runs out ends a running listen', () => {
  const { ends } = listen(3_600);
  vi.advanceTimersByTime(3_599_000);
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(ends.map((refusal) => refusal?.code)).toEqual([codes.UNAUTHENTICATED]);
});

test('one that lasts for years, or has no end, does not', () => {
  const { ends } = listen(300_000_000);
  const { ends: others } = listen(undefined);
  vi.advanceTimersByTime(2 ** 31);
  expect([...ends, ...others]).toEqual([]);
});

test('who has left is told nothing', () => {
  const { call, ends } = listen(60);
  call.close();
  vi.advanceTimersByTime(60_000);
  expect(ends).toEqual([]);
});
