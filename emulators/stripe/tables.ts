import type Stripe from 'stripe';
import type * as objects from './objects.ts';

/** The platform's own account; other scopes are ids of connected accounts. */
export const platformScope = 'platform';

export type Row<T> = { id: string; scope: string; object: T };

export type SessionRow = Row<objects.Session> & {
  lineItems: objects.LineItem[];
  intentData: {
    metadata: Record<string, string>;
    description: string | null;
    transferGroup: string | null;
  };
  /** The payment intent of the first attempt; the session shows it only once it is paid. */
  intentId: string | null;
};

export type AccountLinkRow = {
  id: string;
  scope: string;
  accountId: string;
  returnUrl: string;
  refreshUrl: string;
  expiresAt: number;
  /** The token of the form, set when the link is opened; the form sends it back. */
  formToken: string | null;
  finished: boolean;
};

export type IdempotencyRow = {
  id: string;
  atMillis: number;
  fingerprint: string;
  path: string;
  requestId: string;
  status: number;
  body: string;
};

export type Tables = {
  sessions: SessionRow;
  intents: Row<objects.Intent>;
  charges: Row<objects.Charge>;
  refunds: Row<objects.Refund>;
  customers: Row<objects.Customer>;
  accounts: Row<objects.Account>;
  accountLinks: AccountLinkRow;
  portalSessions: Row<Stripe.BillingPortal.Session>;
  transfers: Row<objects.Transfer>;
  reversals: Row<objects.Reversal>;
  balanceTransactions: Row<objects.Movement>;
  disputes: Row<objects.Dispute>;
  events: Row<StoredEvent>;
  webhookEndpoints: Row<Stripe.WebhookEndpoint> & { secret: string };
  payoutSchedules: { id: 'own'; interval: 'daily' | 'manual' | 'monthly' | 'weekly' };
  deliveries: { id: string; attempts: number };
  idempotency: IdempotencyRow;
  settings: { id: 'clock'; offsetMillis: number };
};

export type TableName = keyof Tables;

/** An event as stored and sent; `pending_webhooks` is filled in when it is read. */
export type StoredEvent = {
  id: string;
  object: 'event';
  account?: string;
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

export const tableNames = [
  'sessions',
  'intents',
  'charges',
  'refunds',
  'customers',
  'accounts',
  'accountLinks',
  'portalSessions',
  'transfers',
  'reversals',
  'balanceTransactions',
  'disputes',
  'events',
  'webhookEndpoints',
  'payoutSchedules',
  'deliveries',
  'idempotency',
  'settings',
] as const satisfies readonly TableName[];
