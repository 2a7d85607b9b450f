import type Stripe from 'stripe';
import { type ApiCall, type Route, read } from '../call.ts';
import { refused } from '../errors.ts';
import { newId } from '../ids.ts';
import { address, oneOf, text } from '../params.ts';

const linkLifetimeSeconds = 5 * 60;

/** Makes a link to the onboarding form that opens once, within five minutes. */
function create(call: ApiCall): Stripe.AccountLink {
  const { world, scope } = call;
  const input = read(call, {
    account: text(),
    type: oneOf('account_onboarding'),
    refresh_url: address(),
    return_url: address(),
  });
  if (world.store.get('accounts', input.account)?.scope !== scope) {
    throw refused(
      'You requested an account link for an account that is not connected to your platform or does not exist.',
    );
  }
  const created = world.clock.nowSeconds();
  const token = newId('link', 32);
  world.store.put('accountLinks', {
    id: token,
    scope,
    accountId: input.account,
    returnUrl: input.return_url,
    refreshUrl: input.refresh_url,
    expiresAt: created + linkLifetimeSeconds,
    formToken: null,
    finished: false,
  });
  return {
    object: 'account_link',
    created,
    expires_at: created + linkLifetimeSeconds,
    url: `${world.baseUrl}/setup/e/${token}`,
  };
}

export const accountLinkRoutes: Route[] = [
  { method: 'POST', path: '/v1/account_links', handle: create },
];
