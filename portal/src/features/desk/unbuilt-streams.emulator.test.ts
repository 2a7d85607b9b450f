import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { addDays, utcDay } from '@datchain/shared/domain/time.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getDatabase } from 'firebase-admin/database';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { giveStackConfig } from '../../testing/stack-config.ts';
import { readUnbuiltStreams } from './unbuilt-streams.ts';

const { projectId } = testStack();
const databaseURL = process.env.DATABASE_URL ?? '';
const admin = initializeApp({ projectId, databaseURL }, 'unbuilt-streams');
const { signal } = new AbortController();

beforeAll(giveStackConfig);

afterAll(async () => {
  vi.unstubAllGlobals();
  await deleteApp(admin);
});

test('[N-PPL-08] a work without a public file has its streams from the databases, and no other work’s', async () => {
  const today = utcDay(Date.now());
  const [threeAgo, twoAgo] = [addDays(today, -3), addDays(today, -2)];
  const summaries = getFirestore(admin).collection(docs.analyticsSummaries);
  await summaries.doc('summary_1').set({
    other: { spotify: { dates: { [twoAgo]: 5 } } },
  });
  await summaries.doc('summary_2').set({
    'dat-wick': { spotify: { dates: { [threeAgo]: 3_000 } } },
  });
  await getDatabase(admin)
    .ref(live.streamStats('dat-wick'))
    .set({ daily: { [twoAgo]: 7 } });
  const streams = await readUnbuiltStreams('dat-wick', signal);
  expect(Object.keys(streams)).toEqual(['spotify', 'spndat']);
  expect(streams.spotify?.week).toMatchObject({ last: threeAgo });
  expect(streams.spotify?.week?.streams.at(-1)).toBe(3_000);
  expect(streams.spndat?.week?.streams.at(-1)).toBe(7);
  expect(await readUnbuiltStreams('dat-none', signal)).toEqual({});
});
