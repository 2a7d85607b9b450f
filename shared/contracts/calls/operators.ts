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
  /** The oldest first, like what else waits. */
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
    /** How often it was sent, in like words by the same person. */
    count,
    isDown: v.boolean(),
    /** What a takedown would concern: editions that are not the creator's, and offers of owners. */
    held: count,
    offers: count,
  }),
  down: v.object({ ...work, reason: v.string(), at: v.number() }),
  debts: v.object({ username: v.string(), debtMicros: v.number() }),
  /** What payments that were taken back have cost the platform, the latest first (N-MON-20). */
  losses: v.object({
    orderId: v.string(),
    /** The buyer; '' where the account is closed. */
    username: v.string(),
    at: v.number(),
    /** Sellers were paid more than the tokens were issued for, or the pool had too little. */
    soldMicros: count,
    /** What the closed account of the buyer would owe. */
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
    /** The song, '@username', 'Order 7f3a' or '500 tokens at $0.50' that it was about. */
    about: v.string(),
    reason: v.string(),
    /** '@username', or 'command' of the owner's. */
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
      /** The platform's that nobody holds. */
      platformQty: count,
      /** The platform's that unpaid orders hold. */
      reserved: count,
      /** Tokens that users offer. */
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
  site: v.nullable(
    v.object({
      at: v.number(),
      problem: v.nullable(v.string()),
      /** As of when visitors see everything, and how long ago that is by the server's clock. */
      currentAt: v.nullable(v.number()),
      ageMillis: v.nullable(v.number()),
      leftOutCount: count,
      leftOut: v.array(v.object({ what: v.string(), problem: v.string() })),
    }),
  ),
});

/** Everything that waits for an operator, and what was decided lately (N-PPL-10). */
export const getOperatorDesk = {
  name: 'getOperatorDesk',
  input: v.strictObject({}),
  output: desk,
} as const;

const LONGEST_SEARCH = 80;

/** Some rows of a list of the desk: all in turn, or those that have a text (N-PPL-18). */
export const getDeskPage = {
  name: 'getDeskPage',
  input: v.strictObject({
    list: v.picklist(deskLists, 'There is no such list.'),
    search: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(LONGEST_SEARCH, `Search for at most ${LONGEST_SEARCH} characters.`),
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

/** An operator decides something, with a reason that is kept (N-PPL-10); empty where none is needed. */
export const decide = {
  name: 'decide',
  input: v.strictObject({
    what: v.picklist(
      decisionKinds.filter(
        (kind): kind is Exclude<DecisionKind, StockChange> => !isStockChange(kind),
      ),
    ),
    /** Whom or what: a username, a DAT's, an order's or a report's id. */
    id: v.pipe(
      v.string(),
      v.regex(/^(?!__.*__$)[\w-][\w.-]{0,127}$/, 'There is nothing of this name.'),
    ),
    reason: decisionReason,
    /** Of an application: the state that the operator saw, by its `at`. */
    seenAt: v.optional(count),
  }),
  output: v.object({}),
} as const;

/** An operator puts the platform's tokens on sale at a price, or withdraws unsold ones (N-LCH-01). */
export const changeStock = {
  name: 'changeStock',
  input: v.pipe(
    v.strictObject({
      what: v.picklist(stockChanges),
      priceCents: v.number(),
      qty: v.number(),
      reason: v.pipe(decisionReason, v.minLength(1, noReason)),
      /** A second call with this key changes nothing. */
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
