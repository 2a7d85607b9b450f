import type { Explained } from '../explained.ts';

export const explainedOfReconcile: readonly Explained[] = [
  {
    file: 'functions/reconcile/compare-histories.ts',
    code: 'const events = histories.get(dat.id) ?? [];',
    replacement: '["Stryker was here"]',
    why: 'What is no event leads nowhere, as none does.',
  },
  {
    file: 'functions/projector/projector.ts',
    code: 'if (tooEarlyMillis > 0) await sleep(tooEarlyMillis);',
    replacement: 'true',
    why: 'It waits for no time at all.',
  },
  {
    file: 'functions/projector/projector.ts',
    code: 'if (tooEarlyMillis > 0) await sleep(tooEarlyMillis);',
    replacement: 'tooEarlyMillis >= 0',
    why: 'It waits for no time at all.',
  },
  {
    file: 'functions/projector/projector.ts',
    code: "if (kind === 'block')",
    replacement: 'true',
    why: 'Of what is no block, no block was read: nobody is added.',
  },
  {
    file: 'functions/projector/projector.ts',
    code: "const guard = kind === 'dat' ? readDatGuard(stored(docs.datGuard(id))) : undefined;",
    replacement: 'true',
    why: 'Of what is no DAT, no DAT was read.',
  },
  {
    file: 'functions/projector/projector.ts',
    code: '...(people.get(one) ?? []).flatMap(namePathsOf),',
    replacement: '["Stryker was here"]',
    why: 'It reads two documents more, which are not there.',
  },
  {
    file: 'functions/reconcile/refunded-value.ts',
    code: "const [, kind, uid = ''] = owner.exec(account) ?? [];",
    replacement: '"Stryker was here!"',
    why: 'A kind that was found has a user. Types do not know that.',
  },
  {
    file: 'functions/reconcile/refunded-value.ts',
    code: "const [, kind, uid = ''] = owner.exec(account) ?? [];",
    replacement: '["Stryker was here"]',
    why: 'Its first element is not looked at: there is no kind.',
  },
  {
    file: 'functions/reconcile/refunded-value.ts',
    code: '} else if (debtMicros < 0) {',
    replacement: 'debtMicros <= 0',
    why: 'It adds nothing.',
  },
  {
    file: 'functions/reconcile/refunded-value.ts',
    code: 'else if (walletMicros < 0) story.spent -= walletMicros;',
    replacement: 'walletMicros <= 0',
    why: 'It adds nothing to either.',
  },
  {
    file: 'functions/reconcile/reconcile.ts',
    code: 'if (!session.paid || session.orderId === null) continue;',
    replacement: 'false',
    why: 'No order has that id, as the next lines find out. Types do not know that.',
  },
  {
    file: 'functions/reconcile/reconcile.ts',
    code: 'for (let start = 0; start < uids.length; start += USERS_AT_ONCE) {',
    replacement: 'start <= uids.length',
    why: 'Behind the last one there is nobody.',
  },
  {
    file: 'functions/reconcile/reconcile.ts',
    code: 'for (let start = 0; start < values.length; start += READ_AT_ONCE) {',
    replacement: 'start <= values.length',
    why: 'Behind the last one there is nothing.',
  },
  {
    file: 'functions/reconcile/reconcile.ts',
    code: 'const named = dats.flatMap((dat) => namedWith(dat, histories.get(dat.id) ?? []));',
    replacement: '["Stryker was here"]',
    why: 'It reads the name of nobody.',
  },
];
