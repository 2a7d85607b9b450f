import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoginMail } from '@datchain/shared/contracts/documents/notification.ts';
import type { forgottenPassword, sendConfirmation } from '@datchain/shared/contracts/login-mail.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { sendNow } from './send-mails.ts';
import { toldDocuments } from './told-documents.ts';

const withoutProvider = () => refuse('failed-precondition', 'E-mail cannot be sent here yet.');

/** E-mails about a login that one address gets within a day: others' may be asked for by anybody. */
const MOST_A_DAY = 5;

const tooMany = () =>
  refuse(
    'resource-exhausted',
    `We sent ${MOST_A_DAY} e-mails to this address today. Look among your spam, or try again tomorrow.`,
  );

const countSchema = v.object({ startedAt: v.number(), count: v.number() });

/** Where they are counted: no address is stored, and Firestore deletes the count like those of calls. */
const countPath = (email: string): string =>
  docs.rateLimit(createHash('sha256').update(`login-mails:${email.toLowerCase()}`).digest('hex'));

/**
 * Makes an e-mail about a login, and counts it in the same write; asked again in the same minute, it is
 * the same one.
 *
 * @returns the path of the e-mail; undefined when the address had enough for a day
 */
async function make(
  { store }: Services,
  { uid, email }: { uid: string; email: string },
  about: LoginMail,
): Promise<string | undefined> {
  const id = `${about.kind}:${Math.floor(about.at / MINUTE_MILLIS)}`;
  const [path, counted] = [docs.mail(id, uid), countPath(email)];
  const outcome = await retryOnConflict(alwaysLate('this e-mail'), async () => {
    const stored = await store.read([path, counted]);
    if (stored.has(path)) return 'written';
    const known = stored.get(counted);
    const before = known && v.parse(countSchema, known.data);
    const isToday = before && Math.abs(about.at - before.startedAt) < DAY_MILLIS;
    const { startedAt, count } = isToday ? before : { startedAt: about.at, count: 0 };
    if (count >= MOST_A_DAY) return 'too many';
    const expiresAt = new Date(startedAt + DAY_MILLIS);
    const batch = put(counted, { startedAt, count: count + 1, expiresAt }, known);
    const create = [...toldDocuments(id, uid, about), ...(batch.create ?? [])];
    return store.write({ ...batch, create });
  });
  return outcome === 'written' ? path : undefined;
}

/**
 * Sends the caller the e-mail that confirms their address (N-PPL-05, N-MON-12); nothing when it is
 * confirmed.
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
  const path = await make(services, { uid, email: user.email }, { kind: 'confirm', at, backTo });
  if (path === undefined) return tooMany();
  return (await sendNow(services, path)) ? { isConfirmed: false } : withoutProvider();
}

/** As long as it takes for an address that nobody has, too: so that no one can tell which it is. */
const ANSWER_MILLIS = 2_000;

/**
 * Sends the e-mail with which somebody chooses a new password (N-PPL-05). What is answered, and when,
 * does not tell whether the address has an account.
 */
export async function forgot(
  services: Services,
  { email }: v.InferOutput<typeof forgottenPassword>,
): Promise<Refusal | undefined> {
  if (!services.mailGateway) return withoutProvider();
  const work = async () => {
    const user = await services.authUsers.find(email);
    const state = user && (await services.authUsers.state(user.uid));
    if (!user || !state || state.isDisabled) return;
    const about = { kind: 'password-forgotten', at: services.clock.now() } as const;
    const path = await make(services, { uid: user.uid, email }, about);
    if (path !== undefined) await sendNow(services, path);
  };
  const answered = sleep(ANSWER_MILLIS);
  // An e-mail that takes longer is sent all the same, by this process or by the job. A failure is not
  // told sooner than a success.
  const [outcome] = await Promise.allSettled([Promise.race([answered, work()]), answered]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return undefined;
}
