import { randomInt } from 'node:crypto';
import { issueTokensEntry } from '@datchain/functions/journal/entries/tokens.ts';
import { services } from '@datchain/functions/services.ts';
import {
  cancelOrder,
  createPaymentLink,
  type PaymentLink,
} from '@datchain/shared/contracts/calls/orders.ts';
import { readBlockGuard, readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { StackHandle } from '@datchain/stack/control.ts';
import { expect } from '@playwright/test';
import type { Account } from './accounts.ts';
import type { Admin } from './admin.ts';
import { callAs, callDone, postJson } from './calls.ts';

type Bought = { tokens: Record<string, number>; cents: number };

type Purchase = { blockId: string; qty: number };

export class Market {
  readonly #stack: StackHandle;
  readonly #admin: Admin;
  readonly #blocks: { id: string; priceCents: number }[] = [];
  readonly #undo: (() => Promise<unknown>)[] = [];

  constructor(stack: StackHandle, admin: Admin) {
    this.#stack = stack;
    this.#admin = admin;
  }

  /** Makes a block for this test alone; its remaining tokens go off sale at the end. */
  async newBlock(priceCents: number, qty: number): Promise<string> {
    const id = String(randomInt(100_000_000, 1_000_000_000));
    await this.#issue(`e2e-${id}`, id, priceCents, qty);
    this.#blocks.push({ id, priceCents });
    return id;
  }

  reserve(account: Account, purchase: Purchase): Promise<PaymentLink> {
    return callDone(this.#stack, account, createPaymentLink.name, purchase);
  }

  async cancel(account: Account, orderId: string): Promise<void> {
    await callAs(this.#stack, account, cancelOrder.name, { orderId });
  }

  async buy(account: Account & { uid: string }, purchase: Purchase): Promise<string> {
    const before = (await this.#boughtBy(account.uid)).tokens[purchase.blockId] ?? 0;
    const { orderId, url } = await this.reserve(account, purchase);
    await this.pay(url);
    await expect
      .poll(async () => (await this.#boughtBy(account.uid)).tokens[purchase.blockId])
      .toBe(before + purchase.qty);
    return orderId;
  }

  async pay(paymentUrl: string): Promise<void> {
    await this.stripe('pay', { sessionId: new URL(paymentUrl).pathname.split('/').at(-1) });
  }

  async stripe(knob: string, body: unknown = {}): Promise<unknown> {
    return (await postJson(this.#knob(knob), body)).body;
  }

  /** Shifts the clock of the whole stack until the end of the test. */
  async shiftClock(byMillis: number): Promise<void> {
    this.#undo.push(() => this.#stack.shiftClock(-byMillis));
    await this.#stack.shiftClock(byMillis);
  }

  /** Returns the ids of the user's unpaid orders, oldest first. */
  async openOrdersOf(uid: string): Promise<string[]> {
    return (await this.#user(uid)).openOrders.map(({ orderId }) => orderId);
  }

  /**
   * Expects that the user owns exactly this, paid for once. Each worker's books are reconciled at
   * its end.
   */
  async expectBooks(uid: string, bought: Bought): Promise<void> {
    await expect.poll(() => this.#boughtBy(uid)).toEqual(bought);
  }

  /**
   * Undoes changed settings, cancels unpaid orders of these accounts, and takes the remaining
   * tokens of the test's blocks off sale.
   */
  async close(accounts: readonly (Account & { uid: string })[]): Promise<void> {
    for (const undo of this.#undo.reverse()) await undo();
    for (const account of accounts) {
      for (const orderId of await this.openOrdersOf(account.uid)) {
        await this.cancel(account, orderId);
      }
    }
    for (const { id, priceCents } of this.#blocks) {
      const guard = readBlockGuard(await this.#read(docs.blockGuard(id)));
      const left = guard?.platformQty ?? 0;
      if (left > 0) await this.#issue(`e2e-${id}-back`, id, priceCents, -left);
    }
  }

  async #issue(issueId: string, blockId: string, priceCents: number, qty: number): Promise<void> {
    const issued = await services().books.commit(
      issueTokensEntry(issueId, blockId, priceCents, qty),
    );
    if (isRefusal(issued)) throw new Error(issued.message);
  }

  async #boughtBy(uid: string): Promise<Bought> {
    const { lots, spendCents } = await this.#user(uid);
    return {
      tokens: Object.fromEntries(lots.map(({ blockId, qty }) => [blockId, qty])),
      cents: spendCents,
    };
  }

  #knob(name: string): string {
    return `${this.#stack.addresses.stripe}/_test/${name}`;
  }

  async #user(uid: string): Promise<UserGuard> {
    return readUserGuard(uid, await this.#read(docs.userGuard(uid)));
  }

  async #read(path: string): Promise<unknown> {
    return (await this.#admin.firestore.doc(path).get()).data();
  }
}
