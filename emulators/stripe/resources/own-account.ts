import type Stripe from 'stripe';
import { type ApiCall, type Route, read, readPathId } from '../call.ts';
import { newId } from '../ids.ts';
import { findRow, listRows } from '../lists.ts';
import { address, fields, flag, list, maybe, oneOf, text } from '../params.ts';
import type { World } from '../world.ts';

const events = list(text(100), 300);

/** Makes a webhook endpoint; only this answer includes its secret. */
function createEndpoint(call: ApiCall): Stripe.WebhookEndpoint {
  const { url, enabled_events } = read(call, { url: address(), enabled_events: events });
  const object: Stripe.WebhookEndpoint = {
    id: newId('we', 24),
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: call.world.clock.nowSeconds(),
    description: null,
    enabled_events,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  };
  const secret = newId('whsec', 32);
  call.world.store.put('webhookEndpoints', { id: object.id, scope: call.scope, object, secret });
  return { ...object, secret };
}

function updateEndpoint(call: ApiCall): Stripe.WebhookEndpoint {
  const input = read(call, { enabled_events: maybe(events), disabled: maybe(flag) });
  const row = findRow(call, 'webhookEndpoints', { kind: 'webhook endpoint', id: readPathId(call) });
  const { object } = row;
  object.enabled_events = input.enabled_events ?? object.enabled_events;
  if (input.disabled !== undefined) object.status = input.disabled ? 'disabled' : 'enabled';
  call.world.store.put('webhookEndpoints', row);
  return object;
}

function balanceSettings({ world }: ApiCall): object {
  const interval = world.store.get('payoutSchedules', 'own')?.interval ?? 'daily';
  return { object: 'balance_settings', payments: { payouts: { schedule: { interval } } } };
}

const schedule = fields({ interval: oneOf('daily', 'manual', 'monthly', 'weekly') });
const settingsShape = { payments: fields({ payouts: fields({ schedule }) }) };

/** The platform's account, with the fields that the launch scripts read. */
export const ownAccount = ({ merchant }: World): object => ({
  id: 'acct_own',
  object: 'account',
  charges_enabled: true,
  settings: { payments: { statement_descriptor: merchant.toUpperCase() || null } },
});

export const ownAccountRoutes: Route[] = [
  { method: 'POST', path: '/v1/webhook_endpoints', handle: createEndpoint },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    handle: (call) => listRows(call, 'webhookEndpoints', { filters: {}, keep: () => true }),
  },
  { method: 'POST', path: '/v1/webhook_endpoints/:id', handle: updateEndpoint },
  {
    method: 'GET',
    path: '/v1/balance_settings',
    handle(call) {
      read(call, {});
      return balanceSettings(call);
    },
  },
  {
    method: 'POST',
    path: '/v1/balance_settings',
    handle(call) {
      const { interval } = read(call, settingsShape).payments.payouts.schedule;
      call.world.store.put('payoutSchedules', { id: 'own', interval });
      return balanceSettings(call);
    },
  },
];
