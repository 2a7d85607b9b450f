import type Stripe from 'stripe';
import { type ApiCall, type Route, read } from '../call.ts';
import { newId } from '../ids.ts';
import { findRow } from '../lists.ts';
import { address, text } from '../params.ts';

/**
 * Makes a link to the portal page; `return_url` is required, because there is no portal
 * configuration.
 */
function create(call: ApiCall): Stripe.BillingPortal.Session {
  const { world, scope } = call;
  const input = read(call, { customer: text(), return_url: address() });
  findRow(call, 'customers', { kind: 'customer', id: input.customer, param: 'customer' });
  const token = newId('test', 32);
  const object: Stripe.BillingPortal.Session = {
    id: newId('bps'),
    object: 'billing_portal.session',
    configuration: 'bpc_standin',
    created: world.clock.nowSeconds(),
    customer: input.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: input.return_url,
    url: `${world.baseUrl}/p/session/${token}`,
  };
  world.store.put('portalSessions', { id: token, scope, object });
  return object;
}

export const billingPortalRoutes: Route[] = [
  { method: 'POST', path: '/v1/billing_portal/sessions', handle: create },
];
