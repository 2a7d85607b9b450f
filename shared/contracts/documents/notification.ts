import * as v from 'valibot';
import { whole } from '../../domain/whole.ts';
import { shownLine } from '../public-text.ts';
import { isRecord, readList, readText } from '../tolerant.ts';
import { type Movement, type MovementKind, of, readMovement } from './movement.ts';
import type { MailChoice } from './notification-settings.ts';
import { artistReleasedSchema } from './release-news.ts';
import { reportOutcomes } from './report.ts';

/** What e-mail is about: what a user can switch off, and what always comes. */
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
  /** The words of the operator; everyone can read them. */
  reason: shownLine,
};
const takenDownSchema = of('taken-down', takedown);
const restoredWorkSchema = of('restored', takedown);

/** A work of theirs was taken down, or is public again (N-FST-04). */
export type Takedown = v.InferOutput<typeof takenDownSchema | typeof restoredWorkSchema>;

const reportSchema = of('report-decided', {
  datId: v.string(),
  outcome: v.picklist(reportOutcomes),
  reason: shownLine,
});

/** The decision about a work that they reported (N-FST-04). */
export type ReportDecided = v.InferOutput<typeof reportSchema>;

const outbidSchema = of('outbid', {
  datId: v.string(),
  edition: whole,
  askPriceCents: whole,
  /** The edition of theirs that was the cheapest until then, and what it costs. */
  ownEdition: whole,
  ownPriceCents: whole,
});

export type Outbid = v.InferOutput<typeof outbidSchema>;

const statementSchema = of('statement', {
  month: v.string(),
  earnedMicros: whole,
});

export type MonthlyStatement = v.InferOutput<typeof statementSchema>;

/** They asked for the e-mail that confirms their address; its link leads back to a page of this site. */
const confirmSchema = of('confirm', { backTo: v.string() });

/** Somebody who cannot log in asked for a new password; it leads back to a page of this site. */
const forgottenSchema = of('password-forgotten', { backTo: v.optional(v.string()) });

/** An e-mail with a link that only its reader can use: it is made when the e-mail is sent. */
export type LoginMail = v.InferOutput<typeof confirmSchema | typeof forgottenSchema>;

const renamedSchema = of('username-changed', { from: v.string(), to: v.string() });

export type Renamed = v.InferOutput<typeof renamedSchema>;

/** Their login was deleted while something was open, and they have one again. */
const restoredSchema = of('login-restored', {
  reasons: v.array(v.string()),
});

/** They had closed their account, and it stays: something came up before it was erased. */
const closingUndoneSchema = of('closing-undone', {
  /** What is open, as sentences; empty when only amounts changed. */
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

/** How something is told: at the bell, by e-mail, or both. */
interface Told {
  readonly isAtBell: boolean;
  readonly mail: MailGroup;
}

const both = (mail: MailGroup): Told => ({ isAtBell: true, mail });
/** What users did themselves, a moment ago, is no news to them: they get a receipt. */
const mailOnly = (mail: MailGroup): Told => ({ isAtBell: false, mail });

/** What a user is told of. Other movements stand in their history alone (N-PPL-04, N-PPL-05). */
const told = {
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
} as const satisfies Partial<Record<MovementKind | Other['kind'], Told>>;

type ToldKind = keyof typeof told;

export type News = Extract<Movement, { kind: ToldKind }> | Other;

const isTold = (kind: string): kind is ToldKind => Object.hasOwn(told, kind);

/** How a movement is told; undefined when it is not. */
export const newsOf = (movement: Movement): News | undefined =>
  isTold(movement.kind) ? (movement as News) : undefined;

export const howTold = ({ kind }: News): Told => told[kind];

/** Reads what was told; undefined when it is nothing of the kind. */
export function readNews(value: unknown): News | undefined {
  const other = v.safeParse(otherSchema, value);
  if (other.success) return other.output;
  const movement = readMovement(value);
  return movement && newsOf(movement);
}

/** A notification and the journal's entry it is of, `users/{uid}/notifications/{entryId}`. */
export type Notification = News & { readonly entryId: string };

/** Reads documents as `{id, data}`, in the order they come in; others are left out. */
export const readNotifications = (value: unknown): Notification[] =>
  readList(value).flatMap((item) => {
    const news = isRecord(item) ? readNews(item.data) : undefined;
    return news && isRecord(item) ? [{ ...news, entryId: readText(item.id) }] : [];
  });

const states = ['due', 'sent', 'declined', 'refused'] as const;

const mailSchema = v.object({
  /** Empty for somebody without an account. */
  uid: v.string(),
  /** The address that somebody without an account left with their report. */
  to: v.optional(v.string()),
  state: v.picklist(states),
  at: v.number(),
  about: v.unknown(),
  /** When it was first handed to the provider; the provider forgets its keys after a day. */
  triedAt: v.optional(v.number()),
  reason: v.optional(v.string()),
});

/** An e-mail that is to be sent, or was, `mails/{entryId}:{uid}`; closed to browsers. */
export type StoredMail = Omit<v.InferOutput<typeof mailSchema>, 'about'> & { readonly about: News };

/** @throws when the document is none that we wrote */
export function readMail(value: unknown): StoredMail {
  const { about, ...mail } = v.parse(mailSchema, value);
  const news = readNews(about);
  if (!news) throw new Error('A stored e-mail is about nothing that is told.');
  return { ...mail, about: news };
}
