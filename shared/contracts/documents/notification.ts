import * as v from 'valibot';
import { whole } from '../../domain/whole.ts';
import { shownLine } from '../public-text.ts';
import { isRecord, readList, readText } from '../tolerant.ts';
import {
  type Movement,
  type MovementKind,
  of,
  readMovement,
  type StoredMovement,
} from './movement.ts';
import type { MailChoice } from './notification-settings.ts';
import { artistReleasedSchema } from './release-news.ts';
import { reportOutcomes } from './report.ts';

/** The groups of e-mail: those a user can switch off, and those always sent. */
export type MailGroup =
  | MailChoice
  | 'account'
  | 'login'
  | 'receipts'
  | 'payments'
  | 'wishes'
  | 'applications'
  | 'works'
  | 'reports';

const releasedSchema = of('released', { datId: v.string() });

export type Released = v.InferOutput<typeof releasedSchema>;

const wishedSchema = of('for-sale', { datId: v.string() });

export type Wished = v.InferOutput<typeof wishedSchema>;

const decidedSchema = of('application-decided', {
  isAllowed: v.boolean(),
  reason: shownLine,
});

export type Decided = v.InferOutput<typeof decidedSchema>;

const takedown = {
  datId: v.string(),
  reason: shownLine,
};
const takenDownSchema = of('taken-down', takedown);
const restoredWorkSchema = of('restored', takedown);

/** A takedown or restoration of a work of the reader (N-FST-04). */
export type Takedown = v.InferOutput<typeof takenDownSchema | typeof restoredWorkSchema>;

const reportSchema = of('report-decided', {
  datId: v.string(),
  outcome: v.picklist(reportOutcomes),
  reason: shownLine,
});

/** The decision about a report of the reader (N-FST-04). */
export type ReportDecided = v.InferOutput<typeof reportSchema>;

const outbidSchema = of('outbid', {
  datId: v.string(),
  edition: whole,
  askPriceCents: whole,
  ownEdition: whole,
  ownPriceCents: whole,
});

export type Outbid = v.InferOutput<typeof outbidSchema>;

const statementSchema = of('statement', {
  month: v.string(),
  earnedMicros: whole,
});

export type MonthlyStatement = v.InferOutput<typeof statementSchema>;

/** The reader requested the e-mail that confirms their address; its link leads back to a page of this site. */
const confirmSchema = of('confirm', { backTo: v.string() });

const forgottenSchema = of('password-forgotten', { backTo: v.optional(v.string()) });

/** An e-mail with a link for its reader only, generated when the e-mail is sent. */
export type LoginMail = v.InferOutput<typeof confirmSchema | typeof forgottenSchema>;

const renamedSchema = of('username-changed', { from: v.string(), to: v.string() });

export type Renamed = v.InferOutput<typeof renamedSchema>;

/** The reader's login was deleted while something was open, and is restored. */
const restoredSchema = of('login-restored', {
  reasons: v.array(v.string()),
});

/** The reader closed their account, but it stays: something came up before the erasure. */
const closingUndoneSchema = of('closing-undone', {
  /** The open items as sentences; empty if only amounts changed. */
  reasons: v.array(v.string()),
});

const otherSchema = v.variant('kind', [
  releasedSchema,
  outbidSchema,
  statementSchema,
  wishedSchema,
  decidedSchema,
  takenDownSchema,
  restoredWorkSchema,
  reportSchema,
  artistReleasedSchema,
  confirmSchema,
  forgottenSchema,
  renamedSchema,
  restoredSchema,
  closingUndoneSchema,
]);
type Other = v.InferOutput<typeof otherSchema>;

interface Channels {
  readonly isInPortal: boolean;
  readonly mail: MailGroup;
}

const both = (mail: MailGroup): Channels => ({ isInPortal: true, mail });
/** Returns the channels of something the user just did: it is no news, so they only get a receipt. */
const mailOnly = (mail: MailGroup): Channels => ({ isInPortal: false, mail });

/** The channels of each kind of news. Other movements are only in the history (N-PPL-04, N-PPL-05). */
const channels = {
  'tokens-bought': mailOnly('receipts'),
  'edition-bought': mailOnly('receipts'),
  'tokens-sold': both('sales'),
  'edition-sold': both('sales'),
  royalty: both('sales'),
  'edition-received': both('account'),
  'payment-returned': both('payments'),
  'payment-refunded': both('payments'),
  'payment-disputed': both('payments'),
  'payment-reinstated': both('payments'),
  'payout-paid': both('payouts'),
  'payout-returned': both('payouts'),
  'payout-reversed': both('payouts'),
  released: both('releases'),
  outbid: both('sales'),
  statement: both('statements'),
  'artist-released': both('follows'),
  'for-sale': both('wishes'),
  'application-decided': both('applications'),
  'taken-down': both('works'),
  restored: both('works'),
  'report-decided': both('reports'),
  confirm: mailOnly('login'),
  'password-forgotten': mailOnly('login'),
  'username-changed': both('account'),
  'login-restored': both('account'),
  'closing-undone': both('account'),
} as const satisfies Partial<Record<MovementKind | Other['kind'], Channels>>;

type NewsKind = keyof typeof channels;

export type News = Extract<Movement, { kind: NewsKind }> | Other;

const isNewsKind = (kind: string): kind is NewsKind => Object.hasOwn(channels, kind);

export const toNews = (movement: StoredMovement | Movement): News | undefined =>
  isNewsKind(movement.kind) ? (movement as News) : undefined;

export const channelsOf = ({ kind }: News): Channels => channels[kind];

export function readNews(value: unknown): News | undefined {
  const other = v.safeParse(otherSchema, value);
  if (other.success) return other.output;
  const movement = readMovement(value);
  return movement && toNews(movement);
}

/** A notification with its journal entry, `users/{uid}/notifications/{entryId}`. */
export type Notification = News & { readonly entryId: string };

/** Reads documents as `{id, data}` in the given order; other values are left out. */
export const readNotifications = (value: unknown): Notification[] =>
  readList(value).flatMap((item) => {
    const news = isRecord(item) ? readNews(item.data) : undefined;
    return news && isRecord(item) ? [{ ...news, entryId: readText(item.id) }] : [];
  });

const states = ['due', 'sent', 'declined', 'refused'] as const;

const mailSchema = v.object({
  /** '' for a person without an account. */
  uid: v.string(),
  /** The address that a person without an account gave in their report. */
  to: v.optional(v.string()),
  state: v.picklist(states),
  at: v.number(),
  about: v.unknown(),
  /** The time it was first sent to the provider, which forgets idempotency keys after a day. */
  triedAt: v.optional(v.number()),
  reason: v.optional(v.string()),
});

/** An e-mail, sent or to be sent, `mails/{entryId}:{uid}`; server only. */
export type StoredMail = Omit<v.InferOutput<typeof mailSchema>, 'about'> & { readonly about: News };

/** @throws Error if the stored document is invalid */
export function readMail(value: unknown): StoredMail {
  const { about, ...mail } = v.parse(mailSchema, value);
  const news = readNews(about);
  if (!news) throw new Error('A stored e-mail is about no news.');
  return { ...mail, about: news };
}
