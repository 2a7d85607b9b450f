import { log } from '../log.ts';
import type { Services } from '../services.ts';
import type { ConnectedAccount } from '../stripe/connect.ts';

type Needs = Pick<Services, 'connect' | 'stripeAccounts' | 'environment'>;

/** Shown for a user without an account, or whose account is no longer connected. */
export const notSetUp = { payoutsEnabled: false, setup: 'begin' } as const;

export async function findAccount(
  { connect, stripeAccounts }: Needs,
  uid: string,
): Promise<ConnectedAccount | undefined> {
  const { accountId } = await stripeAccounts.find(uid);
  return accountId === null ? undefined : connect.findAccount(accountId);
}

/**
 * Returns the user's account. Makes a new one if it is missing, or if Stripe has disconnected the old one, for
 * which Stripe has no form. Accounts are found by uid only: knowing an e-mail address gives no access to its
 * owner's account.
 *
 * @param email prefilled in Stripe's form
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

export type OnboardingWay = 'web' | 'ios';

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

export async function billingPortalLink(services: Needs, uid: string): Promise<{ url: string }> {
  const { connect, stripeAccounts, environment } = services;
  const known = (await stripeAccounts.find(uid)).customerId;
  const customerId = known ?? (await connect.createCustomer(uid));
  if (known === null) await stripeAccounts.save(uid, { customerId });
  return { url: await connect.billingPortalUrl(customerId, `${environment.siteUrl}/wallet`) };
}
