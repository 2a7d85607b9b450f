import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { expect, test } from 'vitest';
import { memoryStore } from '../stores/memory-store.ts';
import { Door } from './door.ts';
import { buyEditionEntry, mintEntry } from './entries/editions.ts';
import { restoreEntry, takeDownEntry } from './entries/take-down.ts';

const reason = 'A claim of rights';

async function aDat() {
  const store = memoryStore();
  const door = new Door(store, { now: () => 1_000 });
  const terms = { creatorUid: 'ana', editions: 2, priceCents: 1_000, sharePpm: 25_000 };
  await door.commit(mintEntry({ datId: 'blue', ...terms }));
  const guard = () => readDatGuard(store.all().get(docs.datGuard('blue')));
  return { store, door, guard };
}

test('a takedown is written once, with its reason for everyone, and moves no money', async () => {
  const { store, door, guard } = await aDat();
  const takedown = { datId: 'blue', version: 0, reason: ` ${reason} ` };
  const [first, again] = await Promise.all([
    door.commit(takeDownEntry(takedown)),
    door.commit(takeDownEntry(takedown)),
  ]);
  expect(first).toMatchObject({ result: { datId: 'blue', reason }, recorded: true });
  expect(again).toMatchObject({ result: { datId: 'blue', reason }, recorded: false });
  expect(guard()?.takenDown).toEqual({ at: 1_000, reason });
  expect(store.all().get(docs.entry('takedown:blue:0'))).toMatchObject({
    kind: 'dat-taken-down',
    refs: { datId: 'blue', reason },
    postings: [],
    touched: ['dat:blue'],
  });
  expect(store.all().get(docs.datEvent('takedown:blue:0', 0))).toMatchObject({
    kind: 'taken-down',
    reason,
    edition: null,
  });
});

test('the release of a DAT says that it is taken down, and that it is public again, and is open each time', async () => {
  const { store, door } = await aDat();
  const blue = { id: 'blue', songName: 'Blue' };
  store.set(docs.release('blue'), { ...blue, state: 'published', isDone: true });
  await door.commit(takeDownEntry({ datId: 'blue', version: 0, reason }));
  const release = () => store.all().get(docs.release('blue'));
  const open = { ...blue, isDone: false, openedAt: expect.any(Number) };
  expect(release()).toEqual({ ...open, state: 'taken-down' });
  await door.commit(restoreEntry({ datId: 'blue', version: 1, reason: 'Settled' }));
  expect(release()).toEqual({ ...open, state: 'published' });
});

test('no one buys from a DAT that was taken down, until another entry restores it', async () => {
  const { door, guard } = await aDat();
  const buy = () =>
    door.commit(buyEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'bo', 1_000));
  await door.commit(takeDownEntry({ datId: 'blue', version: 0, reason }));
  expect(await buy()).toMatchObject({ message: 'This DAT has been taken down.' });
  await door.commit(restoreEntry({ datId: 'blue', version: 1, reason: 'Settled' }));
  expect(guard()?.takenDown).toBeNull();
  expect(await buy()).toMatchObject({ message: 'Not enough tokens' });
});

test.each([
  [
    'an unknown DAT',
    { datId: 'red', version: 0, reason },
    { code: 'not-found', message: 'There is no DAT with the id red.' },
  ],
  [
    'no reason',
    { datId: 'blue', version: 1, reason: ' ' },
    { message: expect.stringContaining('Give a reason: everyone will read') },
  ],
  [
    'another reason than it has',
    { datId: 'blue', version: 1, reason: 'Another' },
    { code: 'failed-precondition', message: 'It is already taken down, for another reason.' },
  ],
])('refused: %s', async (_, takedown, refusal) => {
  const { door } = await aDat();
  await door.commit(takeDownEntry({ datId: 'blue', version: 0, reason }));
  const outcome = await door.commit(takeDownEntry(takedown));
  expect(outcome).toMatchObject(refusal);
});

test('refused: a state that the operator cannot have seen', async () => {
  const { door, guard } = await aDat();
  expect(await door.commit(takeDownEntry({ datId: 'blue', version: 5, reason }))).toEqual({
    refused: true,
    code: 'aborted',
    message: 'This DAT has just been taken down or restored. Look again.',
    keyTaken: true,
  });
  expect(guard()?.takenDown).toBeUndefined();
});

test('taking down what is down, and restoring what is public, changes nothing', async () => {
  const { store, door } = await aDat();
  await door.commit(restoreEntry({ datId: 'blue', version: 0, reason }));
  await door.commit(takeDownEntry({ datId: 'blue', version: 0, reason }));
  const before = store.all().size;
  const outcome = await door.commit(takeDownEntry({ datId: 'blue', version: 1, reason }));
  expect(outcome).toMatchObject({ recorded: false, result: { reason } });
  expect(store.all().size).toBe(before);
});

test('of a takedown and a restoration that saw the same state only one is written', async () => {
  const { door, guard } = await aDat();
  await door.commit(takeDownEntry({ datId: 'blue', version: 0, reason }));
  await door.commit(restoreEntry({ datId: 'blue', version: 1, reason: 'Settled' }));
  const late = await door.commit(takeDownEntry({ datId: 'blue', version: 1, reason }));
  expect(late).toMatchObject({ keyTaken: true });
  expect(guard()?.takenDown).toBeNull();
});
