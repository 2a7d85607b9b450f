import { buyEditionEntry, mintEntry } from '@datchain/functions/journal/entries/editions.ts';
import { holdPayoutEntry } from '@datchain/functions/journal/entries/payouts.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import { claimEntry } from '@datchain/functions/journal/entries/rewards.ts';
import { syncOrder } from '@datchain/functions/orders/sync-order.ts';
import { syncPayout } from '@datchain/functions/payouts/sync-payout.ts';
import { syncReversals } from '@datchain/functions/refunds/sync-reversals.ts';
import { closeAccount, closeAccounts } from '@datchain/functions/users/close-account.ts';
import { stillOpen } from '@datchain/functions/users/still-open.ts';
import { readSupplyGuard, readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type EditionFate, editionFates } from '@datchain/shared/domain/books/gifts.ts';
import { availableCents } from '@datchain/shared/domain/books/payouts.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { MICROS_PER_CENT } from '@datchain/shared/domain/money.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import fc from 'fast-check';
import { buy, listAll } from './detour-operations.ts';
import { crew, largeBlock } from './opening.ts';
import { operation, uid as uidOfAny, which } from './operation.ts';
import { findOrder } from './order-operations.ts';
import { type BooksWorld, siteUrl } from './world.ts';

const member = fc.constantFrom(...crew);
/** Blocks priced above and below the issue price of the tokens. */
const crewBlocks = fc.constantFrom(98, 98, 40);
const kind = fc.constantFrom('refund' as const, 'dispute' as const);
/** Most editions are kept, so that closed accounts own some. */
const parting = {
  becomes: fc.constantFrom('kept' as const, 'kept' as const, ...editionFates),
  heir: fc.oneof(member, uidOfAny),
};
const permille = fc.constantFrom(1_000, 1_000, 1_000, 500, 37);

const guardOf = async (world: BooksWorld, uid: string) =>
  readUserGuard(uid, await world.read(docs.userGuard(uid)));

async function spendAll(world: BooksWorld, datId: string, artist: string, buyer: string) {
  const { lots } = await guardOf(world, buyer);
  const face = lots.reduce((sum, { faceMicros }) => sum + faceMicros, 0);
  const priceCents = Math.floor(face / MICROS_PER_CENT);
  if (priceCents === 0) return;
  const mint = { datId, creatorUid: artist, editions: 1, priceCents, sharePpm: 25_000 };
  if (isRefusal(await world.commit(mintEntry(mint)))) return;
  world.know('dats', datId);
  await world.commit(buyEditionEntry({ datId, number: 1, version: 1 }, buyer, priceCents));
}

async function takeBack(
  world: BooksWorld,
  orderId: string,
  how: { kind: 'refund' | 'dispute'; permille: number },
  id: string,
) {
  const order = await world.read(docs.order(orderId));
  if (order?.state !== 'settled') return;
  world.card.takeBack(orderId, how.kind, how.permille, id);
  await syncReversals(world.services, String(order.paymentIntentId));
}

async function cashOut(world: BooksWorld, uid: string, payoutId: string): Promise<void> {
  const supply = readSupplyGuard(await world.read(docs.supplyGuard));
  const guards = { user: await guardOf(world, uid), supply };
  const terms = { payoutDays: rates.payoutDays };
  const cents = availableCents('credits', guards, terms, world.services.clock.now());
  const asked = { payoutId, source: 'credits', amountUsd: cents / 100, accountId: uid } as const;
  const held = await world.commit(holdPayoutEntry(uid, asked, undefined));
  if (isRefusal(held)) return;
  world.know('payouts', held.result.payoutId);
  await syncPayout(world.services, held.result.payoutId);
}

interface Parting {
  readonly becomes: EditionFate;
  readonly heir: string;
}

/**
 * Closes an account, if nothing is open. Its gifts may go to a user who closes their account at the
 * same moment (N-FST-06).
 */
async function leave(world: BooksWorld, uid: string, { becomes, heir }: Parting): Promise<void> {
  const { reasons, rest, works, editions } = await stillOpen(world.services, uid);
  if (reasons.length > 0) return;
  const { store } = world.ground;
  await store.write({ create: [{ path: docs.username(heir), data: { uid: heir } }] });
  await closeAccount(world.services, uid, {
    rest,
    works,
    editions: editions.map(({ datId, number }) => ({ datId, number, becomes })),
    username: heir,
  });
  world.know('closed', uid);
  world.wait(4 * MINUTE_MILLIS);
}

/**
 * The operations of accounts that one person may control (N-MON-20). They trade with each other
 * above and below the issue price, spend tokens on each other's editions and hold listings without
 * paying. They also get payments back, cash out and leave.
 */
export const crewOperations = {
  scheme: operation(
    7,
    {
      buyer: member,
      seller: member,
      block: crewBlocks,
      qty: fc.integer({ min: 30, max: 60 }),
      isSpent: fc.boolean(),
      back: fc.constantFrom('none' as const, 'first' as const, 'second' as const),
      kind,
      permille,
    },
    (world, { buyer, seller, block, qty, isSpent, back, ...how }, id) =>
      async () => {
        await buy(world, `o${id}-first`, seller, largeBlock, qty);
        await listAll(world, `l${id}`, seller, block);
        await buy(world, `o${id}-second`, buyer, block, qty);
        if (isSpent) await spendAll(world, `d${id}`, seller, buyer);
        if (back !== 'none') await takeBack(world, `o${id}-${back}`, how, `${how.kind}-${id}`);
      },
  ),

  // Large purchases whose rewards are claimed before the payment is taken back.
  earnRewards: operation(
    1,
    { uid: member, kind, permille, isPaidOut: fc.boolean() },
    (world, { uid, isPaidOut, ...how }, id) =>
      async () => {
        await buy(world, `o${id}`, uid, largeBlock, 800);
        const { claims } = await guardOf(world, uid);
        await world.commit(claimEntry(uid, claims));
        if (isPaidOut) {
          const asked = {
            payoutId: `p${id}`,
            source: 'tokens',
            amountUsd: 25,
            accountId: uid,
          } as const;
          const held = await world.commit(holdPayoutEntry(uid, asked, 20));
          if (!isRefusal(held)) {
            world.know('payouts', held.result.payoutId);
            await syncPayout(world.services, held.result.payoutId);
          }
        }
        await takeBack(world, `o${id}`, how, `${how.kind}-${id}`);
      },
  ),

  // Nobody pays this order: its tokens return when it expires.
  hold: operation(
    3,
    { uid: member, block: crewBlocks, qty: fc.integer({ min: 25, max: 60 }) },
    (world, { uid, block, qty }, id) =>
      async () => {
        const request = {
          orderId: `o${id}`,
          blockId: String(block),
          qty,
          variant: 'block' as const,
        };
        const reserved = await world.commit(reserveEntry(uid, request, siteUrl));
        if (isRefusal(reserved)) return;
        world.know('orders', reserved.result.orderId);
        await syncOrder(world.services, reserved.result.orderId);
      },
  ),

  crewReturn: operation(
    4,
    { order: which, kind, permille },
    async (world, { order, ...how }, id) => {
      const found = await findOrder(world, order);
      return found && (() => takeBack(world, found.id, how, `${how.kind}-${id}`));
    },
  ),

  crewCashOut: operation(
    4,
    { uid: member },
    (world, { uid }, id) =>
      () =>
        cashOut(world, uid, `p${id}`),
  ),

  crewDays: operation(2, {}, (world) => async () => world.wait(5 * DAY_MILLIS)),

  crewLeave: operation(
    6,
    { uid: member, ...parting },
    (world, { uid, becomes, heir }) =>
      () =>
        leave(world, uid, { becomes, heir }),
  ),

  // A seller resells at a higher price and cashes out; then the account and the payment disappear.
  walkAway: operation(
    5,
    { seller: member, buyer: member, kind, ...parting },
    (world, { seller, buyer, kind: how, ...parts }, id) =>
      async () => {
        await buy(world, `o${id}-first`, seller, largeBlock, 60);
        await listAll(world, `l${id}`, seller, 98);
        await buy(world, `o${id}-second`, buyer, 98, 60);
        world.wait(5 * DAY_MILLIS);
        await cashOut(world, seller, `p${id}`);
        await leave(world, seller, parts);
        await takeBack(world, `o${id}-first`, { kind: how, permille: 1_000 }, `${how}-${id}`);
      },
  ),

  erase: operation(3, {}, (world) => () => closeAccounts(world.services)),
};
