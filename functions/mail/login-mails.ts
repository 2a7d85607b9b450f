import { setTimeout as sleep } from 'node:timers/promises';
import type { LoginMail } from '@datchain/shared/contracts/documents/notification.ts';
import type { forgottenPassword, sendConfirmation } from '@datchain/shared/contracts/login-mail.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type * as v from 'valibot';
import type { Services } from '../services.ts';
import { sendNow } from './send-mails.ts';
import { toldDocuments } from './told-documents.ts';

const withoutProvider = () => refuse('failed-precondition', 'E-mail cannot be sent here yet.');

/** Sends an e-mail about a login; asked again in the same minute, it is the same one. */
async function send(services: Services, uid: string, about: LoginMail): Promise<boolean> {
  const id = `${about.kind}:${Math.floor(about.at / MINUTE_MILLIS)}`;
  await services.store.write({ create: toldDocuments(id, uid, about) });
  return sendNow(services, docs.mail(id, uid));
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
  const isPossible = await send(services, uid, { kind: 'confirm', at, backTo });
  return isPossible ? { isConfirmed: false } : withoutProvider();
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
    await send(services, user.uid, { kind: 'password-forgotten', at: services.clock.now() });
  };
  const answered = sleep(ANSWER_MILLIS);
  // An e-mail that takes longer is sent all the same, by this process or by the job. A failure is not
  // told sooner than a success.
  const [outcome] = await Promise.allSettled([Promise.race([answered, work()]), answered]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return undefined;
}
