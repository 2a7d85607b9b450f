import { readBlockGuard, readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Lot } from '@datchain/shared/domain/books/guards.ts';
import { faceOf } from '@datchain/shared/domain/books/lots.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';
import { reserveOrder } from '@datchain/shared/domain/books/reserve-order.ts';
import { faceOfOrder } from '@datchain/shared/domain/books/returned.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { expect, test, vi } from 'vitest';
import { clawbackEntry, debtDocument } from '../journal/entries/clawbacks.ts';
import { releaseEntry } from '../journal/entries/close-order.ts';
import { mintEntry } from '../journal/entries/editions.ts';
import { getOrder, orderDocuments, userDocument } from '../journal/entries/order-documents.ts';
import { blockDocuments, withForSale } from '../journal/entries/queue-documents.ts';
import { settleEntry } from '../journal/entries/settle.ts';
import { issueTokensEntry, queueTokensEntry } from '../journal/entries/tokens.ts';
import { buyWantedEntry } from '../journal/entries/wanted-edition.ts';
import type { Entry } from '../journal/entry.ts';
import { calmBooks } from '../testing/books/memory-world.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

/** Books as the code wrote them that took an average of a lot, and whose refunds named no loss. */
async function oldWorld() {
  const { ground, world, commit, find, reserve } = await calmBooks();
  const all = async () => ground.all();
  const passTime = async () => {
    world.wait(120_000);
    await world.letTimePass();
  };
  /** Tokens of one block were one lot, whatever they had been issued for. */
  const mixLots = async (uid: string, orderId: string) => {
    const stored = await all();
    const user = readUserGuard(uid, stored.get(docs.userGuard(uid)));
    const mixed = new Map<string, Lot>();
    for (const { orderId: _, ...lot } of user.lots) {
      const before = mixed.get(lot.blockId);
      const sums = {
        qty: lot.qty + (before?.qty ?? 0),
        faceMicros: lot.faceMicros + (before?.faceMicros ?? 0),
      };
      mixed.set(lot.blockId, { ...lot, ...sums });
    }
    const { isOwnLot: _, ...order } = stored.get(docs.order(orderId)) ?? {};
    await ground.setDocuments([
      { path: docs.userGuard(uid), data: { ...user, lots: [...mixed.values()] } },
      { path: docs.order(orderId), data: order },
    ]);
  };
  const pay = async (orderId: string, uid: string) => {
    const order = await find(orderId);
    await world.services.checkout.create(order);
    world.card.pay(orderId);
    const paid = { sessionId: `cs_${orderId}`, paymentIntentId: `pi_cs_${orderId}` };
    await commit(settleEntry(order, paid));
    await mixLots(uid, orderId);
  };
  const differences = async () => {
    await passTime();
    return ground.compare(world.services);
  };
  const buy = async (orderId: string, uid: string, blockId: string, qty: number) => {
    await reserve(orderId, uid, blockId, qty);
    await pay(orderId, uid);
  };
  return { ground, world, commit, find, passTime, reserve, pay, buy, differences };
}

type Old = Awaited<ReturnType<typeof oldWorld>>;

/** A reservation from when it took its buyer's own listings too. */
const oldReserve = (orderId: string, uid: string, blockId: string, qty: number): Entry => ({
  id: `reserve:${orderId}`,
  kind: 'order-reserved',
  actor: uid,
  input: {},
  reads: [docs.userGuard(uid), docs.blockGuard(blockId)],
  decide(view, now) {
    const user = readUserGuard(uid, view(docs.userGuard(uid)));
    const somebody = { ...user, uid: 'somebody' };
    const block = readBlockGuard(view(docs.blockGuard(blockId)));
    if (!block) throw new Error('There is no block');
    const request = { orderId, blockId, qty, variant: 'block' as const };
    const reserved = reserveOrder(request, somebody, withForSale(view, block, qty, somebody), now);
    if (isRefusal(reserved)) return reserved;
    const checkout = JSON.stringify({
      client_reference_id: orderId,
      expires_at: Math.floor(reserved.order.expiresAt / 1_000),
      line_items: [{ quantity: qty, price_data: { unit_amount: block.priceCents } }],
    });
    return {
      result: null,
      postings: reserved.postings,
      documents: [
        ...orderDocuments({ ...reserved.order, uid, checkout }, view),
        userDocument({ ...reserved.user, uid }),
        ...blockDocuments(reserved.block),
      ],
      touched: [`block:${blockId}`],
    };
  },
});

/** A clawback from when it took the average of the block's lot, and named no loss. */
const oldClawback = ({ id }: Order, returned: { id: string; isTold?: boolean }): Entry => ({
  id: `clawback:${returned.id}`,
  kind: 'order-clawed-back',
  actor: 'system',
  input: {},
  reads: [docs.order(id), docs.orderParts(id)],
  decide(view, now) {
    const order = getOrder(view, id);
    const { uid, blockId, priceCents, qty, totalCents } = order;
    const user = readUserGuard(uid, view(docs.userGuard(uid)));
    const block = readBlockGuard(view(docs.blockGuard(blockId)));
    const lot = user.lots.find((one) => one.blockId === blockId);
    if (!block) throw new Error('There is no block');
    const tokens = Math.min(qty, lot?.qty ?? 0);
    const faceMicros = lot && tokens > 0 ? faceOf(lot, tokens) : 0;
    const missing = qty - tokens;
    const debtMicros = centsToMicros(missing * priceCents);
    const backing = Math.floor(faceMicros * 0.9);
    const pool = faceMicros - backing;
    const platform = centsToMicros(totalCents) - debtMicros - faceMicros;
    const left = lot && { ...lot, qty: lot.qty - tokens, faceMicros: lot.faceMicros - faceMicros };
    const spendCents = order.parts.reduce(
      (sum, part) => sum + (part.sellerUid === 'platform' ? part.qty * priceCents : 0),
      0,
    );
    const after = {
      ...user,
      lots: user.lots.flatMap((one) =>
        one === lot ? (left && left.qty > 0 ? [left] : []) : [one],
      ),
      spendCents: user.spendCents - spendCents,
      debtMicros: user.debtMicros + debtMicros,
    };
    const amounts = { orderId: id, blockId, priceCents, qty: tokens, debtMicros, totalCents };
    return {
      result: null,
      postings: [
        ...move('TOKEN', accounts.user(uid), accounts.block(blockId), tokens),
        ...move('FACE', accounts.user(uid), accounts.issuer, faceMicros),
        ...move('USD', accounts.backing, accounts.card, backing),
        ...move('USD', accounts.pool, accounts.card, pool),
        ...move('USD', accounts.debt(uid), accounts.card, debtMicros),
        ...move('USD', accounts.platform, accounts.card, platform),
      ],
      refs: { orderId: id },
      documents: [
        ...orderDocuments(
          {
            ...order,
            refundedCents: totalCents,
            clawbacks: [`clawback:${returned.id}`],
            takenBack: { tokens, faceMicros, poolMicros: pool, missing },
          },
          view,
        ),
        userDocument(after),
        ...blockDocuments({ ...block, platformQty: block.platformQty + tokens }),
        ...(debtMicros > 0 ? [debtDocument(after)] : []),
      ],
      increments: [
        {
          path: docs.books,
          fields: {
            backingMicros: -backing,
            platformMicros: -platform,
            utilitySoldCents: -spendCents,
          },
        },
        { path: docs.supplyGuard, fields: { poolMicros: -pool } },
      ],
      movements: [{ uid, data: { kind: 'payment-disputed', at: now, ...amounts } }],
      touched: [`user:${uid}`, `block:${blockId}`, 'supply'],
    };
  },
});

async function refundAsBefore({ world, find, commit }: Old, orderId: string) {
  world.card.takeBack(orderId, 'refund', 1_000, `re_${orderId}`);
  await commit(oldClawback(await find(orderId), { id: `re_${orderId}` }));
}

test('[N-MON-05] a world from before without any of it has nothing to be named', async () => {
  const old = await oldWorld();
  await old.buy('o1', 'ana', '36', 30);
  await refundAsBefore(old, 'o1');
  expect(await old.differences()).toEqual([]);
});

test('[N-MON-17] [N-MON-20] reconciling names an order of its buyer’s own listing, and what its refund lost', async () => {
  const old = await oldWorld();
  await old.buy('first', 'ana', '36', 30);
  // The tokens of before are listed elsewhere: the oldest are sold first.
  await old.commit(queueTokensEntry('elsewhere', 'ana', 77, 100));
  await old.commit(queueTokensEntry('l1', 'ana', 98, 30));
  await old.commit(oldReserve('own', 'ana', '98', 30));
  await old.pay('own', 'ana');
  const named = "order own: takes its buyer's own listing";
  expect(await old.differences()).toEqual([named]);
  await refundAsBefore(old, 'own');
  expect(await old.differences()).toEqual([
    named,
    // $27.93 were earned for what was issued for $10.80.
    'order own: $17.13 is lost to its refunds, $0 is named',
  ]);
});

test('[N-MON-18] reconciling names refunds that took the average of a lot', async () => {
  const old = await oldWorld();
  await old.buy('first', 'ana', '36', 30);
  await old.commit(queueTokensEntry('elsewhere', 'ana', 77, 100));
  await old.commit(queueTokensEntry('l1', 'ana', 98, 30));
  await old.buy('of-ana', 'bo', '98', 30);
  old.world.issues.set('issue:c', 100);
  await old.commit(issueTokensEntry('c', '98', 98, 100));
  await old.buy('of-platform', 'bo', '98', 30);
  await refundAsBefore(old, 'of-platform');
  expect(await old.differences()).toContain(
    'order of-platform: refunds took $20.1 of face and charged $0, of the $29.4 it had delivered for $29.4',
  );
  await refundAsBefore(old, 'of-ana');
  expect(await old.differences()).toContain(
    'order of-ana: refunds took $20.1 of face and charged $0, of the $10.8 it had delivered for $29.4',
  );
});

test('[N-MON-19] reconciling names tokens that came back and are still charged', async () => {
  const old = await oldWorld();
  await old.buy('o1', 'ana', '36', 30);
  await old.commit(queueTokensEntry('elsewhere', 'ana', 77, 100));
  await old.commit(queueTokensEntry('l1', 'ana', 61, 30));
  await old.reserve('open', 'bo', '61', 30);
  await old.passTime();
  await refundAsBefore(old, 'o1');
  await old.passTime();
  await old.world.services.checkout.create(await old.find('open'));
  await old.world.services.checkout.expire('cs_open');
  await old.commit(releaseEntry(await old.find('open'), true));
  expect(await old.differences()).toContain(
    'order o1: 30 of its tokens came back to ana from an unpaid order, and $10.8 are still charged',
  );
});

test('[N-MON-19] tokens that came back to another refund of the same lot are no finding', async () => {
  const old = await oldWorld();
  const { commit, world } = old;
  await old.buy('o1', 'ana', '36', 30);
  await commit(queueTokensEntry('elsewhere', 'ana', 77, 100));
  await commit(queueTokensEntry('l1', 'ana', 61, 30));
  await old.buy('o2', 'ana', '36', 30);
  await commit(queueTokensEntry('l2', 'ana', 50, 30));
  await old.buy('sold', 'cy', '50', 80);
  await old.buy('sold too', 'cy', '50', 30);
  await old.reserve('open', 'bo', '61', 30);
  await old.passTime();
  for (const id of ['o1', 'o2']) {
    world.card.takeBack(id, 'refund', 1_000, `re_${id}`);
    await commit(
      clawbackEntry(await old.find(id), { id: `re_${id}`, kind: 'refund', cents: 1_080 }),
    );
  }
  await old.passTime();
  await world.services.checkout.create(await old.find('open'));
  await world.services.checkout.expire('cs_open');
  await world.services.books.commit(releaseEntry(await old.find('open'), true));
  expect((await old.find('o1')).takenBack.missing).toBe(0);
  expect((await old.find('o2')).takenBack.missing).toBe(30);
  expect(await old.differences()).toEqual([]);
});

test.each([
  ['names an edition that a refunded payment bought', 'refund', true],
  ['names an edition that a disputed payment bought', 'dispute', true],
  ['does not name one that was bought after the refund had failed', 'refund', false],
] as const)('[N-MON-21] reconciling %s', async (_, kind, isReturned) => {
  const old = await oldWorld();
  const mint = { datId: 'new', creatorUid: 'cy', editions: 1, priceCents: 2_000 };
  await old.commit(mintEntry({ ...mint, sharePpm: 25_000 }));
  const edition = { datId: 'new', number: 1, priceCents: 2_000 };
  await old.reserve('o1', 'bo', '50', 20, { edition });
  await old.world.services.checkout.create(await old.find('o1'));
  old.world.card.pay('o1');
  old.world.card.takeBack('o1', kind, 1_000, 're_1');
  if (!isReturned) old.world.card.comeBack('re_1');
  await old.passTime();
  const paid = { sessionId: 'cs_o1', paymentIntentId: 'pi_cs_o1' };
  await old.commit(settleEntry(await old.find('o1'), paid));
  await old.commit(
    buyWantedEntry({ datId: 'new', number: 1, version: 1 }, await old.find('o1'), 2_000),
  );
  const named = 'order o1: bought an edition with a payment that had gone back';
  expect((await old.differences()).includes(named)).toBe(isReturned);
});

test('[N-MON-22] reconciling names the debt of a closed account, and what is stored to be told to it', async () => {
  const old = await oldWorld();
  await old.buy('o1', 'ana', '36', 30);
  await old.commit(queueTokensEntry('elsewhere', 'ana', 77, 130));
  await refundAsBefore(old, 'o1');
  const path = docs.user('ana');
  const stored = (await old.ground.store.read([path])).get(path);
  await old.ground.store.write({ remove: [{ path, version: stored?.version }] });
  const differences = await old.differences();
  expect(differences).toContain(
    'user ana: the account is closed and owes $10.8, which is no named loss',
  );
  expect(differences).toContain('user ana: something is stored to be told to a closed account');
  expect(faceOfOrder(await old.find('o1'))).toBe(10_800_000);
});
