import { createRequire } from 'node:module';
import { now } from './clock.ts';

// firebase-functions is a dependency of the functions workspace only.
const load = createRequire(new URL('../../../functions/package.json', import.meta.url));
const { onCall, onRequest, HttpsError } = load('firebase-functions/https');
const { onSchedule } = load('firebase-functions/scheduler');
const { initializeApp } = load('firebase-admin/app');

initializeApp();

type Call = { data: { waitMillis?: number; code?: string }; auth?: { uid: string } };

let sweeps = 0;

export const look = onCall((call: Call) => ({ uid: call.auth?.uid ?? null, now: now(), sweeps }));

export const refuse = onCall(({ data }: Call) => {
  throw new HttpsError(data.code, 'Not like this.', { why: 'a test' });
});

export const wait = onCall(async ({ data }: Call) => {
  await new Promise((resolve) => setTimeout(resolve, data.waitMillis));
  return 'done';
});

let beats = 0;

export const beat = onCall(() => {
  setInterval(() => {
    beats += 1;
  }, 5);
  return beats;
});

export const countBeats = onCall(() => beats);

export const crash = onRequest(() => process.exit(3));

type Raw = { rawBody: Buffer; headers: Record<string, string> };
type Answer = { json(body: unknown): void };

export const echo = onRequest((request: Raw, response: Answer) => {
  response.json({ raw: request.rawBody.toString('latin1') });
});

export const where = onRequest((request: { url: string }, response: Answer) => {
  response.json(request.url);
});

export const group = {
  inner: onRequest((_request: Raw, response: Answer) => response.json('inner')),
};

export const sweep = onSchedule('every 5 minutes', async () => {
  sweeps += 1;
});
