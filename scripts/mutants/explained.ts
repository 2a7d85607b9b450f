import type { Mutant } from './mutant.ts';

/** A mutant that no test can notice, and why. */
export interface Explained {
  readonly file: string;
  /** The line as it stands, spaces collapsed, and what the mutant has in place of a part of it. */
  readonly code: string;
  readonly replacement: string;
  readonly why: string;
}

const explained: readonly Explained[] = [
  {
    file: 'shared/domain/books/clawback.ts',
    code: 'const { listedIn: listedBefore = [] } = before;',
    replacement: '["Stryker was here"]',
    why: 'What is no block has no listing, so nothing of it changes, and only what changed is named.',
  },
  {
    file: 'shared/domain/books/distribute.ts',
    code: 'micros: part.micros - (was[index]?.micros ?? 0),',
    replacement: 'was[index].micros',
    why: 'Two figures of one day have the same parts in the same order; types do not know that.',
  },
  {
    file: 'shared/domain/books/payouts.ts',
    code: "if (missing > 0) throw new RangeError('takeOldest: the days do not cover the amount');",
    replacement: 'false',
    why: 'The amount was checked against the same days; the line keeps it so if that ever changes.',
  },
  {
    file: 'shared/domain/books/payouts.ts',
    code: "if (missing > 0) throw new RangeError('takeOldest: the days do not cover the amount');",
    replacement: '""',
    why: 'The text of that error: only a mistake in the code could reach it.',
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
    file: 'functions/refunds/collect-debts.ts',
    code: 'return (await collectDebt(services, uid)) > 0 ? services.books.commit(entry) : outcome;',
    replacement: '(await collectDebt(services, uid)) >= 0',
    why: 'Where nothing was paid, the second attempt is refused for the same debt.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow create, update: if isUser(uid) && isPicture(request.resource)',
    replacement: 'update ⇒ write',
    why: 'What this adds is to delete, which is for the same user, and allowed two lines below.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow get: if namesUploader(resource);',
    replacement: 'get ⇒ read',
    why: 'What this adds is to list, where there is no resource that could name its uploader.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow create: if isNew() && isPicture(request.resource) && isSized(request.resource, 20)',
    replacement: 'create ⇒ write',
    why: 'What this adds is to change and to delete, where the file is there and isNew() refuses.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow create: if isNew() && isRecording(request.resource) && isSized(request.resource, 200)',
    replacement: 'create ⇒ write',
    why: 'What this adds is to change and to delete, where the file is there and isNew() refuses.',
  },
  {
    file: 'rules/firestore.rules',
    code: 'allow update: if isUser(uid) && changesOwnDetails(resource.data, request.resource.data, uid);',
    replacement: 'update ⇒ write',
    why: 'What this adds is to create and to delete, where one of the two documents is missing.',
  },
  {
    file: 'rules/firestore.rules',
    code: 'allow update: if followsAFixedUser(resource.data, request.resource.data, uid);',
    replacement: 'update ⇒ write',
    why: 'What this adds is to create and to delete, where one of the two documents is missing.',
  },
  {
    file: 'rules/firestore.rules',
    code: 'allow create, update: if isUser(uid)',
    replacement: 'update ⇒ write',
    why: 'What this adds is to delete, where nothing is left that could mirror the user.',
  },
];

export const isExplained = ({ file, code, replacement }: Mutant): boolean =>
  explained.some(
    (one) => one.file === file && one.code === code && one.replacement === replacement,
  );
