import * as editionContracts from '@datchain/shared/contracts/calls/editions.ts';
import * as followContract from '@datchain/shared/contracts/calls/follow.ts';
import * as receiptContract from '@datchain/shared/contracts/calls/receipt.ts';
import * as tokenContracts from '@datchain/shared/contracts/calls/tokens.ts';
import * as wishContract from '@datchain/shared/contracts/calls/wish.ts';
import { defineCall } from '../edge/define.ts';
import { editionQuote } from '../editions/quote.ts';
import { receiptSeller } from '../editions/receipt-seller.ts';
import { cancelListing, purchase, setForSale } from '../editions/trade.ts';
import { follow, followedBy } from '../follows/follows.ts';
import { claim } from '../tokens/claim.ts';
import { ownTokensForSale, tokenQuote } from '../tokens/for-sale.ts';
import { cancelTokens, listTokens } from '../tokens/listings.ts';
import { wish } from '../wishes/wishes.ts';

/** Puts tokens on sale. Screens do not read the answer (R-CAL-04, N-MON-15). */
export const listDatChainTokens = defineCall({
  ...tokenContracts.listTokens,
  failure: 'Listing failed',
  needsConfirmedEmail: true,
  run: listTokens,
});

export const cancelTokenListing = defineCall({
  ...tokenContracts.cancelTokenListing,
  failure: 'The listing could not be cancelled. Try again.',
  run: cancelTokens,
});

export const getOwnForSale = defineCall({
  ...tokenContracts.getOwnForSale,
  failure: 'Your own listings could not be looked up. Try again.',
  run: ownTokensForSale,
});

export const getTokenQuote = defineCall({
  ...tokenContracts.getTokenQuote,
  failure: 'What these tokens buy could not be worked out. Try again.',
  run: tokenQuote,
});

export const setEditionForSaleCF = defineCall({
  ...editionContracts.setEditionForSale,
  failure: 'Failed to list DAT for sale. Please try again.',
  needsConfirmedEmail: true,
  run: setForSale,
});

export const cancelEditionListing = defineCall({
  ...editionContracts.cancelEditionListing,
  failure: 'The listing could not be cancelled. Try again.',
  run: cancelListing,
});

export const getEditionQuote = defineCall({
  ...editionContracts.getEditionQuote,
  failure: 'The price could not be worked out. Try again.',
  run: editionQuote,
});

export const purchaseEdition = defineCall({
  ...editionContracts.purchaseEdition,
  failure: 'Purchase failed',
  run: purchase,
});

export const claimRewardTokens = defineCall({
  ...tokenContracts.claimRewardTokens,
  failure: 'The tokens could not be claimed. Try again.',
  run: claim,
});

export const getReceiptSeller = defineCall({
  ...receiptContract.getReceiptSeller,
  failure: 'The receipt could not be looked up. Try again.',
  run: (services, uid, { entryId }) => receiptSeller(services, uid, entryId),
});

/** Follows or unfollows an artist (N-PPL-07). */
export const followArtist = defineCall({
  ...followContract.followArtist,
  failure: 'This could not be saved. Try again.',
  run: follow,
});

export const getFollows = defineCall({
  ...followContract.getFollows,
  failure: 'The artists you follow could not be looked up. Try again.',
  run: followedBy,
});

/** Sets whether the caller is notified when an edition of a DAT is for sale (N-PPL-13). */
export const tellWhenForSale = defineCall({
  ...wishContract.tellWhenForSale,
  failure: 'This could not be saved. Try again.',
  run: wish,
});
