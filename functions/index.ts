import './start-up.ts';

/** Exports the deployed functions under the names of docs/behaviour/calls-and-data.md. No logic here. */
export { calls, media, site } from './calls/many.ts';
export { createPaymentLinkDatTokenTesting } from './calls/orders.ts';
export { createOrRetrieveAccount } from './calls/payouts.ts';
export { releaseDAT, releaseDATFromSummary } from './calls/releases.ts';
export { stripeWebhook } from './calls/stripe-webhook.ts';
export { listDatChainTokens, setEditionForSaleCF } from './calls/trade.ts';
export * from './jobs/scheduled.ts';
