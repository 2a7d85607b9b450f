import type { Explained } from '../explained.ts';

export const explainedOfPayments: readonly Explained[] = [
  {
    file: 'functions/orders/buy-wanted.ts',
    code: 'if (isRefusal(bought)) {',
    replacement: 'true',
    why: 'What was bought is not wanted any more, so nothing is noted as missed.',
  },
  {
    file: 'functions/orders/expire-orders.ts',
    code: "return synced?.order.state !== 'reserved';",
    replacement: 'synced.order',
    why: 'No order is ever deleted: it was in the list a moment ago. Types do not know that.',
  },
  {
    file: 'functions/orders/order-status.ts',
    code: 'return statusOf((await syncOrder(services, orderId)) ?? { order, session: undefined });',
    replacement: '{}',
    why: 'No order is ever deleted: it was there a line above. Types do not know that.',
  },
  {
    file: 'functions/orders/order-status.ts',
    code: "if (synced?.order.state !== 'reserved' || synced.session?.status !== 'open') return;",
    replacement: 'synced.order',
    why: 'No order is ever deleted: it was there a line above. Types do not know that.',
  },
  {
    file: 'functions/orders/order-status.ts',
    code: "if (synced?.order.state !== 'reserved' || synced.session?.status !== 'open') return;",
    replacement: 'synced.session.status',
    why: 'An order without a session was released by then, which the first half says.',
  },
  {
    file: 'functions/orders/start-order.ts',
    code: "const newOrderId = () => randomBytes(12).toString('base64url');",
    replacement: '() => undefined',
    why: 'It is made when the file is loaded, where no change is switched on yet; tests read what it makes.',
  },
  {
    file: 'functions/orders/sync-order.ts',
    code: 'if (isRefusal(settled)) {',
    replacement: '{}',
    why: 'A settlement is refused only where another one was made: that order cannot be set aside.',
  },
  {
    file: 'functions/orders/sync-order.ts',
    code: "if (order.state !== 'reserved') return order;",
    replacement: 'false',
    why: 'It saves a look at the books: the entry ends no order twice.',
  },
  {
    file: 'functions/payouts/payout-quote.ts',
    code: 'const account = await findAccount(services, uid).catch((error: unknown) => {',
    replacement: '{}',
    why: 'What is left out writes to the log; nothing is returned either way.',
  },
  {
    file: 'functions/payouts/payout-quote.ts',
    code: 'const spotted = spot === undefined ? {} : { spotPriceUsd: spot };',
    replacement: 'false',
    why: 'A price that is undefined counts as none; only types tell the two apart.',
  },
  {
    file: 'functions/payouts/payout-quote.ts',
    code: "tokenCents: availableCents('tokens', { user, supply }, terms, now),",
    replacement: '""',
    why: 'Whatever is not earnings is tokens there.',
  },
  {
    file: 'functions/payouts/process-payout.ts',
    code: "const newPayoutId = () => randomBytes(12).toString('base64url');",
    replacement: '() => undefined',
    why: 'It is made when the file is loaded, where no change is switched on yet; tests read what it makes.',
  },
  {
    file: 'functions/payouts/process-payout.ts',
    code: "export const payoutFailure = 'Failed to process payout. Please try again.';",
    replacement: '""',
    why: 'It is made when the file is loaded, where no change is switched on yet; tests read what it makes.',
  },
  {
    file: 'functions/payouts/process-payout.ts',
    code: 'const isSame = (payout: Payout, { payoutAmount, source }: PayoutAsked): boolean =>',
    replacement: '() => undefined',
    why: 'It is made when the file is loaded, where no change is switched on yet; tests read what it makes.',
  },
  {
    file: 'functions/payouts/process-payout.ts',
    code: "return payout?.transferId ? { transferId: payout.transferId } : refuse('internal', payoutFailure);",
    replacement: 'payout.transferId',
    why: 'No payout is ever deleted: it was just held. Types do not know that.',
  },
  {
    file: 'functions/payouts/reconcile-payouts.ts',
    code: 'if (transfer.reversedCents === 0) continue;',
    replacement: 'false',
    why: 'It saves a read: of a payout with nothing taken back, nothing is to be booked.',
  },
  {
    file: 'functions/payouts/reconcile-payouts.ts',
    code: 'if (!payout || reversedCents(payout) === transfer.reversedCents) continue;',
    replacement: 'false',
    why: 'It saves a question: what is booked already is booked by its own id, once.',
  },
  {
    file: 'functions/payouts/reconcile-payouts.ts',
    code: 'return payout !== undefined && !isOpenPayout(payout);',
    replacement: 'true',
    why: 'No payout is ever deleted: it was in the list a moment ago. Types do not know that.',
  },
  {
    file: 'functions/earnings/collect-debts.ts',
    code: 'return (await collectDebt(services, uid)) > 0 ? services.books.commit(entry) : outcome;',
    replacement: '(await collectDebt(services, uid)) >= 0',
    why: 'Where nothing was paid, the second attempt is refused for the same debt.',
  },
];
