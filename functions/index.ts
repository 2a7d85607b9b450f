import './start-up.ts';
import { cancelOrder } from './calls/cancel-order.ts';
import { claimArtistName } from './calls/claim-artist-name.ts';
import { createPaymentLink } from './calls/create-payment-link.ts';
import { getBalanceProof } from './calls/get-balance-proof.ts';
import { getListenLink } from './calls/get-listen-link.ts';
import { getOrderStatus } from './calls/get-order-status.ts';
import { getReceiptSeller } from './calls/get-receipt-seller.ts';
import { setLedgerHandle } from './calls/set-ledger-handle.ts';
import { setPreview } from './calls/set-preview.ts';
import { setRecordingFacts } from './calls/set-recording-facts.ts';

/** Registers what runs on the server, under the names of docs/behaviour/calls-and-data.md. No logic here. */
export const createPaymentLinkDatTokenTesting = createPaymentLink;
export { oembed } from './calls/oembed.ts';
export {
  createBillingPortalLink,
  createOnboardingLink,
  createOnboardingLinkIOS,
  createOrRetrieveAccount,
  getPayoutQuote,
  processPayout,
} from './calls/payouts.ts';
export { releaseDAT, releaseDATFromSummary } from './calls/releases.ts';
export { stripeWebhook } from './calls/stripe-webhook.ts';
export {
  cancelEditionListing,
  cancelTokenListing,
  claimRewardTokens,
  getEditionQuote,
  listDatChainTokens,
  purchaseEdition,
  setEditionForSaleCF,
} from './calls/trade.ts';
export {
  closeDaysJob,
  deleteOrphansJob,
  dispatchRebuildsJob,
  distributeStreamsJob,
  expireOrdersJob,
  makeWholeSongsJob,
  publishLogJob,
  reconcileJob,
  reconcilePayoutsJob,
  resumeReleasesJob,
  sweepPaymentsJob,
  sweepProjectionsJob,
  sweepUploadsJob,
} from './jobs/scheduled.ts';
export {
  cancelOrder,
  claimArtistName,
  getBalanceProof,
  getListenLink,
  getOrderStatus,
  getReceiptSeller,
  setLedgerHandle,
  setPreview,
  setRecordingFacts,
};
