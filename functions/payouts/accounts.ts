import { log } from '../log.ts';
import type { Services } from '../services.ts';
import type { ConnectedAccount } from '../stripe/connect.ts';

type Needs = Pick<Services, 'connect' | 'stripeAccounts' | 'environment'>;

/** A user without an account, or whose account is no longer connected. */
export const notSetUp = { payoutsEnabled: false, setup: 'begin' } as const;

/** The user's account as Stripe sees it now; undefined when there is none. */
export async function findAccount(
  { connect, stripeAccounts }: Needs,
  uid: string,
): Promise<ConnectedAccount | undefined> {
  const { accountId } = await stripeAccounts.find(uid);
  return accountId === null ? undefined : connect.findAccount(accountId);
}

/**
 * The user's account, made when there is none, or when Stripe has disconnected the old one: it
 * gives no form for that, so only a new account helps. It is found by uid alone: knowing an e-mail
 * address does not give access to its owner's account.
 *
 * @param email what Stripe's form starts with
 */
export async function ensureAccount(
  services: Needs,
  uid: string,
  email?: string,
): Promise<ConnectedAccount> {
  const { connect, stripeAccounts } = services;
  const { accountId: known } = await stripeAccounts.find(uid);
  const connected = known === null ? undefined : await connect.findAccount(known);
  if (connected) return connected;
  const account = await connect.createAccount(uid, known);
  if (known !== null) log.warn('A payout account was lost', { uid, lost: known, now: account.id });
  await stripeAccounts.save(uid, { accountId: account.id });
  if (email !== undefined) {
    await connect.prefillEmail(account.id, email).catch((error: unknown) => {
      log.warn('The e-mail address was not prefilled', { uid, error: String(error) });
    });
  }
  return account;
}

/** Which app asked for Stripe's form, so that the page it comes back to can say the right thing. */
export type OnboardingWay = 'web' | 'ios';

/** A link to Stripe's form; makes the account when there is none. */
export async function onboardingLink(
  services: Needs,
  uid: string,
  way: OnboardingWay,
): Promise<{ url: string }> {
  const { id } = await ensureAccount(services, uid);
  const page = `${services.environment.siteUrl}/cashout`;
  const tab = way === 'ios' ? '&tab=new' : '';
  const back = { done: `${page}?setup=done${tab}`, expired: `${page}?setup=expired${tab}` };
  return { url: await services.connect.onboardingUrl(id, back) };
}

/** A link to the portal with a user's billing details; makes the customer when there is none. */
export async function billingPortalLink(services: Needs, uid: string): Promise<{ url: string }> {
  const { connect, stripeAccounts, environment } = services;
  const known = (await stripeAccounts.find(uid)).customerId;
  const customerId = known ?? (await connect.createCustomer(uid));
  if (known === null) await stripeAccounts.save(uid, { customerId });
  return { url: await connect.billingPortalUrl(customerId, `${environment.siteUrl}/wallet`) };
}
