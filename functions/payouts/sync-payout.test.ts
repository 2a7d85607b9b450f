import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { expect, test, vi } from 'vitest';
import { Door } from '../journal/door.ts';
import { holdPayoutEntry } from '../journal/entries/payouts.ts';
import type { Services } from '../services.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { StripeRefused } from '../stripe/checkout.ts';
import type { Transfer } from '../stripe/connect.ts';
import { aTransfer } from '../testing/a-transfer.ts';
import { memoryReaders } from '../testing/books/memory-readers.ts';
import { openingEarningsEntry } from '../testing/opening.ts';
import { userDocuments } from '../testing/user-documents.ts';
import { syncPayout, TransferUnknown } from './sync-payout.ts';

// What goes wrong on purpose here would fill the screen.
vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 10);

const made = aTransfer();

interface AtStripe {
  /** What a create answers, and what is found without one. */
  readonly create?: () => Transfer;
  readonly found?: readonly Transfer[];
  readonly ageMillis?: number;
  readonly isLive?: boolean;
}

/** Ana's payout of $30, brought to where a Stripe stands that answers this. */
async function synced({ create, found = [], ageMillis = 0, isLive = false }: AtStripe) {
  let now = START;
  const store = memoryStore();
  for (const { path, data } of userDocuments(['ana'])) store.set(path, data);
  const door = new Door(store, { now: () => now });
  await door.commit(openingEarningsEntry('ana', 'a', { days: { '2026-09-01': 30_000_000 } }));
  const asked = { payoutId: 'p', source: 'credits' as const, amountUsd: 30, accountId: 'acct_ana' };
  const held = await door.commit(holdPayoutEntry('ana', asked, undefined));
  if (isRefusal(held)) throw new Error(held.message);
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

test('a test transfer where money is real pays nothing', async () => {
  expect(await synced({ ...create(), isLive: true })).toMatchObject({ state: 'held' });
});

test('a refusal is believed only when there is no transfer', async () => {
  const calls = ['create', 'find'];
  expect(await synced({ create: refused })).toMatchObject({ state: 'returned', calls });
  expect(await synced({ create: refused, found: [made] })).toMatchObject({ state: 'paid', calls });
});

test('a lost answer leaves it open, unless the transfer is found', async () => {
  const open = await synced({ create: lost });
  expect(open).toMatchObject({ state: 'unknown', transferId: null });
  expect(open.failure?.message).toBe('no answer');
  expect(await synced({ create: lost, found: [made] })).toMatchObject({ state: 'paid' });
});

test('the create is repeated for 23 hours, and never after', async () => {
  const before = { ...create(), ageMillis: 23 * HOUR - 1 };
  expect(await synced(before)).toMatchObject({ state: 'paid', calls: ['create'] });
  const after = { ...create(), found: [made], ageMillis: 23 * HOUR };
  expect(await synced(after)).toMatchObject({ state: 'paid', calls: ['find'] });
});

test('what cannot be found is given back after 24 hours, and not before', async () => {
  const early = await synced({ ageMillis: 24 * HOUR - 1 });
  expect(early).toMatchObject({ state: 'unknown', calls: ['find'] });
  expect(early.failure).toBeInstanceOf(TransferUnknown);
  expect(await synced({ ageMillis: 24 * HOUR })).toMatchObject({
    state: 'returned',
    calls: ['find'],
    failure: undefined,
  });
});
