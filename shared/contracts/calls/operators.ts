import * as v from 'valibot';
import { stockProblem } from '../../domain/stock.ts';
import { count } from '../../domain/whole.ts';
import { applicationFields } from '../documents/application.ts';
import {
  type DecisionKind,
  decisionKinds,
  decisionReason,
  isStockChange,
  noReason,
  type StockChange,
  stockChanges,
} from '../documents/decision.ts';
import { subjectNames } from '../documents/report.ts';

const work = { datId: v.string(), song: v.string(), artist: v.string() };

const rows = {
  /** Applications, oldest first, like everything that waits. */
  applications: v.object({
    username: v.string(),
    ...applicationFields,
    at: v.number(),
    email: v.string(),
  }),
  orders: v.object({
    orderId: v.string(),
    reason: v.string(),
    username: v.string(),
    totalCents: count,
    at: v.number(),
  }),
  reports: v.object({
    id: v.string(),
    ...work,
    about: v.picklist(subjectNames),
    text: v.string(),
    from: v.string(),
    email: v.string(),
    at: v.number(),
    count,
    isDown: v.boolean(),
    /** The effect of a takedown: editions owned by others than the creator, and owners' listings. */
    held: count,
    offers: count,
  }),
  down: v.object({ ...work, reason: v.string(), at: v.number() }),
  debts: v.object({ username: v.string(), debtMicros: v.number() }),
  /** The platform's losses by payments that were taken back, latest first (N-MON-20). */
  losses: v.object({
    orderId: v.string(),
    /** The buyer; '' if the account is closed. */
    username: v.string(),
    at: v.number(),
    /** The loss on sold tokens: sellers were paid more than the face, or the pool had too little. */
    soldMicros: count,
    /** The debt that the buyer's closed account would have. */
    closedMicros: count,
  }),
  allowed: v.object({
    username: v.string(),
    name: v.string(),
    isOwnOnly: v.boolean(),
    works: count,
  }),
  history: v.object({
    what: v.picklist(decisionKinds),
    id: v.string(),
    /** The subject: a song, '@username', 'Order 7f3a' or '500 tokens at $0.50'. */
    about: v.string(),
    reason: v.string(),
    /** '@username', or 'command' for the shop owner's commands. */
    by: v.string(),
    at: v.number(),
  }),
} as const;

const deskLists = Object.keys(rows) as (keyof typeof rows)[];
export type DeskListName = keyof typeof rows;

const next = v.nullable(v.string());

const desk = v.object({
  applications: v.array(rows.applications),
  stuck: v.array(
    v.object({ ...work, problem: v.string(), attempts: count, at: v.number(), email: v.string() }),
  ),
  orders: v.array(rows.orders),
  reports: v.array(rows.reports),
  down: v.array(rows.down),
  debts: v.array(rows.debts),
  losses: v.array(rows.losses),
  lostMicros: count,
  allowed: v.array(rows.allowed),
  history: v.array(rows.history),
  next: v.object({
    applications: next,
    orders: next,
    reports: next,
    down: next,
    debts: next,
    losses: next,
    allowed: next,
    history: next,
  }),
  counts: v.object({ applications: count, orders: count, reports: count }),
  allowedCount: count,
  hasWorks: v.boolean(),
  stock: v.array(
    v.object({
      priceCents: count,
      /** Platform tokens neither sold nor reserved. */
      platformQty: count,
      reserved: count,
      offered: count,
    }),
  ),
  books: v.nullable(
    v.object({
      at: v.number(),
      entries: count,
      shortfallMicros: count,
      found: count,
      differences: v.array(v.string()),
    }),
  ),
  streams: v.nullable(
    v.object({
      at: v.number(),
      openDays: count,
      oldestOpenDay: v.nullable(v.string()),
      closedDays: count,
    }),
  ),
  site: v.nullable(
    v.object({
      at: v.number(),
      problem: v.nullable(v.string()),
      /** The time as of which visitors see everything, and its age by the server's clock. */
      currentAt: v.nullable(v.number()),
      ageMillis: v.nullable(v.number()),
      leftOutCount: count,
      leftOut: v.array(v.object({ what: v.string(), problem: v.string() })),
    }),
  ),
});

/** Returns everything that waits for an operator, and recent decisions (N-PPL-10). */
export const getOperatorDesk = {
  name: 'getOperatorDesk',
  input: v.strictObject({}),
  output: desk,
} as const;

const MAX_SEARCH_LENGTH = 80;

/** Returns a page of a desk list, optionally only rows that contain a text (N-PPL-18). */
export const getDeskPage = {
  name: 'getDeskPage',
  input: v.strictObject({
    list: v.picklist(deskLists, 'There is no such list.'),
    search: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(MAX_SEARCH_LENGTH, `Search for at most ${MAX_SEARCH_LENGTH} characters.`),
      ),
      '',
    ),
    after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15} \d{1,6}$/, 'There is no such page.'))),
  }),
  output: v.variant('list', [
    v.object({ list: v.literal('applications'), rows: v.array(rows.applications), next }),
    v.object({ list: v.literal('orders'), rows: v.array(rows.orders), next }),
    v.object({ list: v.literal('reports'), rows: v.array(rows.reports), next }),
    v.object({ list: v.literal('down'), rows: v.array(rows.down), next }),
    v.object({ list: v.literal('debts'), rows: v.array(rows.debts), next }),
    v.object({ list: v.literal('allowed'), rows: v.array(rows.allowed), next }),
    v.object({ list: v.literal('history'), rows: v.array(rows.history), next }),
  ]),
} as const;

/** Records an operator's decision with its reason (N-PPL-10); '' if none is needed. */
export const decide = {
  name: 'decide',
  input: v.strictObject({
    what: v.picklist(
      decisionKinds.filter(
        (kind): kind is Exclude<DecisionKind, StockChange> => !isStockChange(kind),
      ),
    ),
    /** The subject: a username, or the id of a DAT, an order or a report. */
    id: v.pipe(
      v.string(),
      v.regex(/^(?!__.*__$)[\w-][\w.-]{0,127}$/, 'There is nothing of this name.'),
    ),
    reason: decisionReason,
    /** For an application: the state that the operator saw, by its `at`. */
    seenAt: v.optional(count),
  }),
  output: v.object({}),
} as const;

/** Puts platform tokens on sale at a price, or withdraws unsold ones (N-LCH-01). */
export const changeStock = {
  name: 'changeStock',
  input: v.pipe(
    v.strictObject({
      what: v.picklist(stockChanges),
      priceCents: v.number(),
      qty: v.number(),
      reason: v.pipe(decisionReason, v.minLength(1, noReason)),
      /** An idempotency key: a second call with it changes nothing. */
      key: v.pipe(v.string(), v.uuid('The key is no UUID.'), v.toLowerCase()),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed && stockProblem(dataset.value);
      if (problem) addIssue({ message: problem.sentence });
    }),
  ),
  output: v.object({}),
} as const;

export type StockChangeInput = v.InferOutput<typeof changeStock.input>;
export type OperatorDesk = v.InferOutput<typeof desk>;
export type DeskRow<List extends DeskListName> = v.InferOutput<(typeof rows)[List]>;
export interface DeskPage<List extends DeskListName> {
  readonly rows: DeskRow<List>[];
  readonly next: string | null;
}
export type DecideInput = v.InferOutput<typeof decide.input>;
