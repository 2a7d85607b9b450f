import { rates } from '@datchain/shared/domain/config.ts';
import { type Counted, countFirestore } from '@datchain/testing/server/count-firestore.ts';
import { calls, findCallRow, runHere } from '@datchain/testing/server/every-call.ts';
import { expect, test } from 'vitest';
import { perDay } from '../limits/windows.ts';
import { services } from '../services.ts';
import { setDocuments } from '../stores/bulk.ts';
import { firestore } from '../stores/firebase.ts';
import { places } from '../users/places.ts';

/** The most documents that one call reads, and the most that it writes. A user makes 60 a minute. */
const ceiling: Counted = { reads: 200, writes: 40 };
const COPIES = 250;

/** The calls that read everything a user has, each with the counter of its daily limit. */
const costWhatThereIs: Readonly<Record<string, readonly [counter: string, most: number]>> = {
  downloadAccount: ['downloads', rates.downloadsADay],
  getClosing: ['closings', rates.closingsADay],
  closeAccount: ['closings', rates.closingsADay],
};

const many = [
  'Notifications',
  'E-mail that was sent or is due',
  'Artists you follow',
  'Sale alerts',
  'History',
  'Earnings',
  'Orders',
  'Tokens put up for sale',
  'Payouts',
];

const counted: Counted = { reads: 0, writes: 0 };
countFirestore(counted);

async function multiply(uid: string): Promise<void> {
  for (const { what, prefix, find } of places) {
    if (!many.includes(what)) continue;
    const own = (await find?.(services().store, uid)) ?? [];
    const [{ path, data } = { path: `${prefix(uid)}${uid}`, data: { uid } }] = own;
    const ids = Array.from({ length: COPIES }, (_, at) => `${path}-${at}`);
    const copies = ids.map((copy) => ({ path: copy, data }));
    await setDocuments(firestore(), copies);
  }
}

const isDaily = (name: string): boolean => Object.hasOwn(costWhatThereIs, name);

test.each(calls.filter((name) => !isDaily(name)))(
  '[M-56] %s reads and writes few documents for a user who has very many',
  async (name) => {
    const { fan, input } = await findCallRow(name).prepare();
    await multiply(fan.uid);
    const before = { ...counted };
    // A refusal costs as well.
    await runHere(name, fan, input).catch(() => {});
    const { reads, writes } = counted;
    expect(reads - before.reads, 'documents read').toBeLessThanOrEqual(ceiling.reads);
    expect(writes - before.writes, 'documents written').toBeLessThanOrEqual(ceiling.writes);
    // Each call at least counts itself.
    expect(writes).toBeGreaterThan(before.writes);
  },
);

test.each(Object.entries(costWhatThereIs))(
  '[M-56] %s, which reads all that a user has, is refused after its daily number of times',
  async (name, [counter, most]) => {
    const { fan, input } = await findCallRow(name).prepare();
    const take = () => services().limits.take(counter, fan.uid, perDay(most));
    await Promise.all(Array.from({ length: most }, take));
    await expect(runHere(name, fan, input)).rejects.toThrow(` ${most} times within a day. `);
  },
);
