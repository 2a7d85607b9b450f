import './start-up.ts';

/** Registers what runs on the server, under the names of docs/behaviour/calls-and-data.md. No logic here. */
export * from './calls/account.ts';
export { latePage } from './calls/late-page.ts';
export { oembed } from './calls/oembed.ts';
export * from './calls/open.ts';
export * from './calls/operators.ts';
export * from './calls/orders.ts';
export * from './calls/payouts.ts';
export * from './calls/releases.ts';
export { stripeWebhook } from './calls/stripe-webhook.ts';
export * from './calls/trade.ts';
export { unsubscribe } from './calls/unsubscribe.ts';
export * from './jobs/scheduled.ts';
