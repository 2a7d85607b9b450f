import { docs } from '@datchain/shared/contracts/paths.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { aTransfer } from '@datchain/testing/server/a-transfer.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { memoryReaders } from '@datchain/testing/server/books/memory-readers.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { userDocuments } from '@datchain/testing/server/user-documents.ts';
import { expect, test, vi } from 'vitest';
import { Door } from '../journal/door.ts';
import { holdPayoutEntry, returnPayoutEntry } from '../journal/entries/payouts.ts';
import type { Services } from '../services.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { StripeRefused } from '../stripe/checkout.ts';
import type { Transfer } from '../stripe/connect.ts';
import { findPayoutByTransfer, syncPayout, syncTransfer, TransferUnknown } from './sync-payout.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const START = Date.UTC(2026, 10, 10);

const made = aTransfer();

interface AtStripe {
  readonly create?: () => Transfer;
  readonly found?: readonly Transfer[];
  readonly ageMillis?: number;
  readonly isLive?: boolean;
}

async function synced({ create, found = [], ageMillis = 0, isLive = false }: AtStripe) {
  let now = START;
  const store = memoryStore();
  for (const { path, data } of userDocuments(['ana'])) store.set(path, data);
  const door = new Door(store, { now: () => now });
  await door.commit(openingEarningsEntry('ana', 'a', { days: { '2026-09-01': 30_000_000 } }));
  const asked = { payoutId: 'p', source: 'credits' as const, amountUsd: 30, accountId: 'acct_ana' };
  await committed(door, holdPayoutEntry('ana', asked, undefined));
  now += ageMillis;
  const calls: string[] = [];
  const services = {
    books: door,
    payouts: memoryReaders(store).payouts,
    connect: {
      async createTransfer() {
        calls.push('create');
        return create?.();
      },
      async findTransfers() {
        calls.push('find');
        return found;
      },
    },
    clock: { now: () => now },
    environment: { stripe: { live: isLive } },
  } as unknown as Services;
  const failure = await syncPayout(services, 'p').then(
    () => undefined,
    (error: Error) => error,
  );
  const { state, transferId } = store.all().get(docs.payout('p')) ?? {};
  return { state, transferId, calls, failure };
}

const create = (over: Partial<Transfer> = {}) => ({ create: () => ({ ...made, ...over }) });
const refused = () => {
  throw new StripeRefused('balance_insufficient');
};
const lost = () => {
  throw new Error('no answer');
};

test('a transfer that agrees with its payout pays it', async () => {
  const paid = { state: 'paid', transferId: 'tr_p', calls: ['create'], failure: undefined };
  expect(await synced(create())).toEqual(paid);
  expect(await synced({ ...create({ live: true }), isLive: true })).toEqual(paid);
});

test.each<[string, Partial<Transfer>]>([
  ['for another payout', { payoutId: 'other' }],
  ['a cent too little', { amountCents: 2_999 }],
  ['a cent too much', { amountCents: 3_001 }],
  ['in another currency', { currency: 'jpy' }],
  ['to another account', { accountId: 'acct_bo' }],
  ['of live money where tests are run', { live: true }],
])('a transfer %s pays nothing: the money stays held', async (_, wrong) => {
  expect(await synced(create(wrong))).toMatchObject({ state: 'held', transferId: null });
});

test('a test transfer pays nothing in live mode', async () => {
  expect(await synced({ ...create(), isLive: true })).toMatchObject({ state: 'held' });
});

test('a refusal returns the money only if no transfer exists', async () => {
  const calls = ['create', 'find'];
  expect(await synced({ create: refused })).toMatchObject({ state: 'returned', calls });
  expect(await synced({ create: refused, found: [made] })).toMatchObject({ state: 'paid', calls });
});

test('a lost answer leaves the payout open, unless the transfer is found', async () => {
  const open = await synced({ create: lost });
  expect(open).toMatchObject({ state: 'unknown', transferId: null });
  expect(open.failure?.message).toBe('no answer');
  expect(await synced({ create: lost, found: [made] })).toMatchObject({ state: 'paid' });
});

test('the transfer is requested again for 23 hours, and never after', async () => {
  const before = { ...create(), ageMillis: 23 * HOUR_MILLIS - 1 };
  expect(await synced(before)).toMatchObject({ state: 'paid', calls: ['create'] });
  const after = { ...create(), found: [made], ageMillis: 23 * HOUR_MILLIS };
  expect(await synced(after)).toMatchObject({ state: 'paid', calls: ['find'] });
});

test('a payout without a transfer is given back after 24 hours, and not before', async () => {
  const early = await synced({ ageMillis: 24 * HOUR_MILLIS - 1 });
  expect(early).toMatchObject({ state: 'unknown', calls: ['find'] });
  expect(early.failure).toEqual(
    new TransferUnknown('Payout p has no transfer that Stripe would find yet'),
  );
  expect(early.failure?.name).toBe('TransferUnknown');
  expect(await synced({ ageMillis: 24 * HOUR_MILLIS })).toMatchObject({
    state: 'returned',
    calls: ['find'],
    failure: undefined,
  });
});

async function heldPayout(over: Partial<Transfer> = {}) {
  const { services } = memoryServer(['ana']);
  const days = { '2026-09-01': 30_000_000 };
  await services.books.commit(openingEarningsEntry('ana', 'a', { days }));
  const asked = { payoutId: 'p', source: 'credits' as const, amountUsd: 30, accountId: 'acct_ana' };
  await services.books.commit(holdPayoutEntry('ana', asked, undefined));
  const payout = async () => {
    const found = await services.payouts.find('p');
    if (!found) throw new Error('There is no payout');
    return found;
  };
  const sync = (other: Partial<Transfer> = over) => {
    const transfer = { ...made, ...other };
    const connect = {
      ...services.connect,
      retrieveTransfer: async () => transfer,
      listReversals: async () => [{ id: 'trr', amountCents: transfer.reversedCents }],
    };
    return syncTransfer({ ...services, connect }, transfer.id);
  };
  return { services, payout, sync };
}

test('the event of a transfer marks its payout as paid; a transfer of another product changes nothing', async () => {
  const { sync, payout } = await heldPayout();
  expect(await sync()).toMatchObject({ id: 'p', state: 'paid', transferId: 'tr_p' });
  expect(await payout()).toMatchObject({ state: 'paid' });
  const others = await heldPayout({ payoutId: 'of-another-product' });
  expect(await others.sync()).toBeUndefined();
  expect(await others.payout()).toMatchObject({ state: 'held' });
});

test('a transfer of a payout that was given back changes nothing', async () => {
  const { services, sync, payout } = await heldPayout({ reversedCents: 3_000 });
  await services.books.commit(returnPayoutEntry(await payout()));
  expect(await sync()).toMatchObject({ state: 'returned', transferId: null });
  expect(await payout()).toMatchObject({ state: 'returned', reversals: [] });
});

test('a second transfer of a payout that is paid changes nothing', async () => {
  const { sync, payout } = await heldPayout();
  await sync();
  await sync({ id: 'tr_second', reversedCents: 3_000 });
  expect(await payout()).toMatchObject({ state: 'paid', transferId: 'tr_p', reversals: [] });
  await sync({ reversedCents: 1_000 });
  expect(await payout()).toMatchObject({ state: 'paid', reversals: [{ id: 'trr' }] });
});

test('Stripe is not asked about a closed payout or an unknown one', async () => {
  const { services } = await heldPayout();
  expect(await syncPayout(services, 'p')).toMatchObject({ state: 'paid' });
  const connect = {} as Services['connect'];
  expect(await syncPayout({ ...services, connect }, 'p')).toMatchObject({ state: 'paid' });
  expect(await syncPayout({ ...services, connect }, 'none')).toBeUndefined();
});

test('only possible ids of payouts are looked up', async () => {
  const asked: string[] = [];
  const payouts = {
    async find(id: string) {
      asked.push(id);
      return undefined;
    },
  } as unknown as Services['payouts'];
  const ids = ['p', 'A-z_09', 'x'.repeat(64)];
  const others = [null, '', 'of/others', ' p', 'p ', 'x'.repeat(65), 'user@test'];
  for (const payoutId of [...ids, ...others]) await findPayoutByTransfer({ payouts }, { payoutId });
  expect(asked).toEqual(ids);
});
