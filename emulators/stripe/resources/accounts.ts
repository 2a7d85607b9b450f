import type Stripe from 'stripe';
import { type ApiCall, type Route, read, readPathId } from '../call.ts';
import { accountInvalid, noSuch, notImplemented } from '../errors.ts';
import { newId } from '../ids.ts';
import { listRows } from '../lists.ts';
import type { Account, Requirements } from '../objects.ts';
import { fields, flag, maybe, mergeMetadata, metadata, oneOf, text } from '../params.ts';
import { platformScope, type Tables } from '../tables.ts';
import { noCause, type World } from '../world.ts';
import { ownAccount } from './own-account.ts';

const capability = maybe(fields({ requested: flag }));

const createShape = {
  type: maybe(oneOf('express', 'standard', 'custom')),
  country: maybe(oneOf('US')),
  email: maybe(text(800)),
  business_type: maybe(oneOf('individual', 'company')),
  capabilities: maybe(fields({ transfers: capability, card_payments: capability })),
  metadata,
};

export type OnboardingOutcome = 'enabled' | 'abandoned' | 'incomplete' | 'reviewed' | 'rejected';

const openQuestions = ['external_account', 'individual.verification.document'];

function create(call: ApiCall): Account {
  const { world, scope } = call;
  if (scope !== platformScope) throw notImplemented('accounts of connected accounts');
  const input = read(call, createShape);
  const requested = input.capabilities;
  const object: Account = {
    id: newId('acct', 16),
    object: 'account',
    business_type: input.business_type ?? null,
    capabilities: {
      ...(requested?.transfers?.requested ? { transfers: 'inactive' } : {}),
      ...(requested?.card_payments?.requested ? { card_payments: 'inactive' } : {}),
    },
    charges_enabled: false,
    country: input.country ?? 'US',
    created: world.clock.nowSeconds(),
    details_submitted: false,
    email: input.email ?? null,
    metadata: input.metadata,
    payouts_enabled: false,
    requirements: requirements(openQuestions, 'requirements.past_due'),
    type: input.type ?? 'standard',
  };
  world.store.put('accounts', { id: object.id, scope, object });
  return object;
}

/** Returns the account named by the path; refuses a disconnected account like an unknown one. */
function connectedRow(call: ApiCall): Tables['accounts'] {
  const row = call.world.store.get('accounts', readPathId(call));
  if (row?.scope !== call.scope) throw accountInvalid(call.shownKey, readPathId(call));
  return row;
}

/**
 * Disconnects an account from the platform, as its owner or Stripe can. From then on the platform
 * cannot read it, onboard it or transfer anything to it.
 */
export function disconnect(world: World, accountId: string, cause = noCause): void {
  if (world.store.get('accounts', accountId) === undefined) throw noSuch('account', accountId);
  world.store.remove('accounts', accountId);
  const object = { id: null, object: 'application', name: world.merchant };
  world.emit({ type: 'account.application.deauthorized', object, scope: accountId, cause });
}

function remove(call: ApiCall): Stripe.DeletedAccount {
  read(call, {});
  const { id } = connectedRow(call);
  disconnect(call.world, id, call.cause);
  return { id, object: 'account', deleted: true };
}

function update(call: ApiCall): Account {
  const input = read(call, { email: maybe(text(800)), metadata });
  const row = connectedRow(call);
  const { object } = row;
  const previous = { email: object.email, metadata: object.metadata };
  object.email = input.email ?? object.email;
  object.metadata = mergeMetadata(object.metadata ?? {}, input.metadata);
  call.world.store.put('accounts', row);
  call.world.emit({
    type: 'account.updated',
    object,
    previous,
    scope: object.id,
    cause: call.cause,
  });
  return object;
}

/** Applies the end of onboarding and sends an event; an abandoned form changes nothing. */
export function finishOnboarding(
  world: World,
  accountId: string,
  outcome: OnboardingOutcome,
): Account {
  const row = world.store.get('accounts', accountId);
  if (row === undefined) throw noSuch('account', accountId);
  const { object } = row;
  if (outcome === 'abandoned') return object;
  const previous = {
    details_submitted: object.details_submitted,
    payouts_enabled: object.payouts_enabled,
    charges_enabled: object.charges_enabled,
    requirements: object.requirements,
  };
  const enabled = outcome === 'enabled';
  object.details_submitted = true;
  object.payouts_enabled = enabled;
  object.charges_enabled = enabled && object.capabilities?.card_payments !== undefined;
  object.requirements = requirementsAfter(outcome);
  for (const name of ['transfers', 'card_payments'] as const) {
    if (object.capabilities?.[name] !== undefined) {
      object.capabilities[name] = enabled ? 'active' : 'inactive';
    }
  }
  world.store.put('accounts', row);
  world.emit({ type: 'account.updated', object, previous, scope: object.id });
  return object;
}

function requirementsAfter(outcome: Exclude<OnboardingOutcome, 'abandoned'>): Requirements {
  if (outcome === 'enabled') return requirements([], null);
  if (outcome === 'rejected') return requirements([], 'rejected.fraud');
  if (outcome === 'incomplete')
    return requirements(['individual.verification.document'], 'requirements.past_due');
  return requirements([], 'requirements.pending_verification');
}

function requirements(
  due: string[],
  disabledReason: Stripe.Account.Requirements.DisabledReason | null,
): Requirements {
  return {
    currently_due: due,
    disabled_reason: disabledReason,
    past_due: due,
  };
}

export const accountRoutes: Route[] = [
  { method: 'POST', path: '/v1/accounts', handle: create },
  {
    method: 'GET',
    path: '/v1/accounts',
    handle: (call) => listRows(call, 'accounts', { filters: {}, keep: () => true }),
  },
  {
    method: 'GET',
    path: '/v1/account',
    handle: (call) => {
      read(call, {});
      return call.world.store.get('accounts', call.scope)?.object ?? ownAccount(call.world);
    },
  },
  {
    method: 'GET',
    path: '/v1/accounts/:id',
    handle: (call) => {
      read(call, {});
      return connectedRow(call).object;
    },
  },
  { method: 'POST', path: '/v1/accounts/:id', handle: update },
  { method: 'DELETE', path: '/v1/accounts/:id', handle: remove },
];
