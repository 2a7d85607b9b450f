import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  forgottenPassword,
  sendConfirmation,
} from '@datchain/shared/contracts/calls/login-mail.ts';
import type { LoginMail } from '@datchain/shared/contracts/documents/notification.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { formatDuration } from '@datchain/shared/domain/format.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import * as v from 'valibot';
import { perDay } from '../limits/windows.ts';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { notificationDocuments } from './notification-documents.ts';
import { sendNow } from './send-mails.ts';

const withoutProvider = () => refuse('failed-precondition', 'E-mail cannot be sent here yet.');

/**
 * Returns how long a mailbox gets no second link of the same kind, by the number sent within a day:
 * a minute, then twice as long each time, up to a limit. Meanwhile its last link still works: it
 * lives longer.
 */
const pauseMillis = (sent: number): number =>
  sent === 0 ? 0 : Math.min(MINUTE_MILLIS * 2 ** (sent - 1), rates.loginMailPauseMillis);

const sentSchema = v.object({
  startedAt: v.number(),
  count: v.number(),
  lastAt: v.number(),
  uid: v.string(),
});

/** Returns the path of the counter. Only a hash of the address is stored, and Firestore deletes it. */
const countPath = (kind: LoginMail['kind'], email: string): string =>
  docs.rateLimit(createHash('sha256').update(`${kind}:${email.toLowerCase()}`).digest('hex'));

type Made =
  | { readonly path: string }
  /** The mailbox was sent one a moment ago, for this account or for another. */
  | { readonly pausedMillis: number; readonly isOwn: boolean }
  | { readonly waitSeconds: number };

/**
 * Makes an e-mail about a login and counts it in the same write, unless its mailbox was sent one of
 * its kind a moment ago. Strangers may ask as often as they like; the owner always has a working
 * link (N-PPL-17).
 *
 * @param takeOne counts one more request: undefined, or the seconds until the next is allowed
 */
async function makeMail(
  { store }: Services,
  { uid, email }: { uid: string; email: string },
  about: LoginMail,
  takeOne: () => Promise<number | undefined> = async () => undefined,
): Promise<Made> {
  const id = `${about.kind}:${Math.floor(about.at / MINUTE_MILLIS)}`;
  const [path, counted] = [docs.mail(id, uid), countPath(about.kind, email)];
  let taken: Promise<number | undefined> | undefined;
  return retryOnConflict(alwaysLate('this e-mail'), async (): Promise<Made | 'conflict'> => {
    const stored = await store.read([path, counted]);
    if (stored.has(path)) return { path };
    const known = stored.get(counted);
    const before = known && v.parse(sentSchema, known.data);
    const isToday = before && Math.abs(about.at - before.startedAt) < DAY_MILLIS;
    const { startedAt, count } = isToday ? before : { startedAt: about.at, count: 0 };
    const sinceMillis = about.at - (before?.lastAt ?? 0);
    const pausedMillis = pauseMillis(count) - sinceMillis;
    // A time in the future came from a wrong clock.
    if (before && sinceMillis >= 0 && pausedMillis > 0) {
      return { pausedMillis, isOwn: before.uid === uid };
    }
    taken ??= takeOne();
    const waitSeconds = await taken;
    if (waitSeconds !== undefined) return { waitSeconds };
    const data = {
      startedAt,
      count: count + 1,
      lastAt: about.at,
      uid,
      expiresAt: new Date(about.at + DAY_MILLIS),
    };
    const batch = put(counted, data, known);
    const create = [...notificationDocuments(id, uid, about), ...(batch.create ?? [])];
    return (await store.write({ ...batch, create })) === 'conflict' ? 'conflict' : { path };
  });
}

const { confirmationsADay } = rates;

/**
 * Sends the caller the e-mail that confirms their address (N-PPL-05, N-MON-12). Skipped when it is
 * confirmed, or when such an e-mail was just sent to them. Refused when the account has asked too
 * often, or the mailbox was just sent one that another account had asked for (N-PPL-17).
 */
export async function askToConfirm(
  services: Services,
  uid: string,
  { backTo }: v.InferOutput<typeof sendConfirmation.input>,
): Promise<{ isConfirmed: boolean } | Refusal> {
  const user = await services.authUsers.find(uid);
  if (user?.isConfirmed) return { isConfirmed: true };
  const at = services.clock.now();
  if (!user?.email) return refuse('failed-precondition', 'Your account has no e-mail address.');
  if (!services.mailGateway) return withoutProvider();
  const takeOne = () => services.limits.take('confirmations', uid, perDay(confirmationsADay));
  const who = { uid, email: user.email };
  const made = await makeMail(services, who, { kind: 'confirm', at, backTo }, takeOne);
  if ('waitSeconds' in made) {
    return refuse(
      'resource-exhausted',
      `We sent you ${confirmationsADay} e-mails within a day. Check your spam folder, or ask again in ${formatDuration(made.waitSeconds * 1_000)}.`,
    );
  }
  if ('path' in made) await sendNow(services, made.path);
  else if (!made.isOwn) {
    return refuse(
      'resource-exhausted',
      `An e-mail was sent to this address a moment ago. Ask again in ${formatDuration(made.pausedMillis)}.`,
    );
  }
  return { isConfirmed: false };
}

/** Sends the link for a new password, if the address has an account that can log in (N-PPL-05). */
export async function sendPasswordLink(
  services: Services,
  email: string,
  backTo?: string,
): Promise<void> {
  const user = await services.authUsers.find(email);
  const state = user && (await services.authUsers.state(user.uid));
  if (!user || !state || state.isDisabled) return;
  const at = services.clock.now();
  const about = { kind: 'password-forgotten', at, ...(backTo && { backTo }) } as const;
  const made = await makeMail(services, { uid: user.uid, email }, about);
  if ('path' in made) await sendNow(services, made.path);
}

/** The minimum response time. An unknown address takes as long, so that responses do not reveal accounts. */
const RESPONSE_MILLIS = 2_000;

/**
 * Sends the e-mail with which somebody chooses a new password (N-PPL-05). Neither the answer nor
 * its timing reveals whether the address has an account or was sent a link a moment ago.
 */
export async function forgot(
  services: Services,
  { email, next }: v.InferOutput<typeof forgottenPassword>,
): Promise<Refusal | undefined> {
  if (!services.mailGateway) return withoutProvider();
  const answered = sleep(RESPONSE_MILLIS);
  // A slower e-mail is sent later. A failure is not reported sooner than a success.
  const [outcome] = await Promise.allSettled([
    Promise.race([answered, sendPasswordLink(services, email, next)]),
    answered,
  ]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return undefined;
}
