import { attachSessionEntry } from '@datchain/functions/journal/entries/attach-session.ts';
import {
  clawbackEntry,
  recoverEntry,
  reinstateEntry,
} from '@datchain/functions/journal/entries/clawbacks.ts';
import {
  closeReviewedEntry,
  endOrderEntry,
  refundedEntry,
  reviewEntry,
} from '@datchain/functions/journal/entries/close-order.ts';
import { buyEditionEntry, mintEntry } from '@datchain/functions/journal/entries/editions.ts';
import {
  chargeFeeEntry,
  otherFeeEntry,
  ownerPaidInEntry,
} from '@datchain/functions/journal/entries/fees.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import { closeGuardEntry } from '@datchain/functions/journal/entries/rest.ts';
import { claimEntry } from '@datchain/functions/journal/entries/rewards.ts';
import { settleEntry } from '@datchain/functions/journal/entries/settle.ts';
import {
  issueTokensEntry,
  openingPoolEntry,
  openingWalletEntry,
  queueTokensEntry,
  unqueueTokensEntry,
  withdrawTokensEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { SITE, type Stage, wallet } from './kinds-stage.ts';

const refund = (id: string, cents: number) => ({ id, kind: 'refund' as const, cents });
const dispute = (id: string, cents: number) => ({ id, kind: 'dispute' as const, cents });

export async function tokens({ title, say, sayLater, order, reserve, settle }: Stage) {
  title('Tokens: put on sale, listed, held, paid for and given back');
  const by = { uid: 'operator', reason: 'The first' };
  await say(openingPoolEntry(1_000, 1_000_000_000));
  await say(openingPoolEntry(2_000, 0));
  const days = [{ date: '2026-09-01', totalMicros: 60_000_000 }];
  await say(
    openingWalletEntry({ ...wallet('sella', 36, 120, 3_600), rewardQty: 3, earnedDays: days }),
  );
  await say(issueTokensEntry('a', '50', 50, 30));
  await say(issueTokensEntry('a', '50', 50, 31));
  await say(issueTokensEntry('dear', '50', 60, 30));
  await say(issueTokensEntry('b', '60', 60, 20, by));
  await say(issueTokensEntry('c', '61', 60, 20));
  await say(issueTokensEntry('d', '60', 60, 9_999_980));
  await say(issueTokensEntry('e', '60', 60, 1));
  await say(queueTokensEntry('listing', 'sella', 50, 15));
  await say(queueTokensEntry('second', 'sella', 50, 65));
  await say(queueTokensEntry('more', 'sella', 50, 41));
  await say(queueTokensEntry('other', 'sella', 61, 1));
  await reserve('o1', 'bo', 40);
  await reserve('again', 'bo', 40);
  await reserve('unknown', 'nobody', 40);
  await say(attachSessionEntry('o1', 'cs_o1'));
  await sayLater(attachSessionEntry('o1', 'cs_other'));
  await settle('o1');
  await sayLater(settleEntry(await order('o1'), { sessionId: 'cs', paymentIntentId: 'pi' }));
  await sayLater(attachSessionEntry('o1', 'cs_other'));
  await sayLater(refundedEntry('o1', 'pi_o1'));
  await sayLater(reviewEntry(await order('o1'), 'the amount is 1 cents'));
  await say(chargeFeeEntry('o1', { transactionId: 'txn_1', cents: 88 }));
  await say(otherFeeEntry('o1', { transactionId: 'txn_2', cents: -15 }));
  await reserve('two', 'cy', 20);
  await settle('two');
  await reserve('o2', 'bo', 20);
  await say(chargeFeeEntry('o2', { transactionId: 'txn_3', cents: 30 }));
  await say(endOrderEntry(await order('o2'), true));
  await sayLater(chargeFeeEntry('o2', { transactionId: 'txn_3', cents: 30 }));
  await settle('o2');
  await reserve('o3', 'cy', 20);
  await say(endOrderEntry(await order('o3'), false));
  await reserve('o4', 'di', 30);
  await settle('o3');
  await say(refundedEntry('o3', 'pi_o3'));
  await sayLater(settleEntry(await order('o3'), { sessionId: 'cs', paymentIntentId: 'pi' }));
  await sayLater(endOrderEntry(await order('o3'), true));
  await sayLater(chargeFeeEntry('o3', { transactionId: 'txn_4', cents: 30 }));
  const listing = { listingId: 'second', uid: 'sella', priceCents: 50, qty: 65 };
  await say(unqueueTokensEntry({ ...listing, uid: 'bo' }, 5));
  await say(unqueueTokensEntry({ ...listing, listingId: 'none', priceCents: 49 }, 5));
  await say(unqueueTokensEntry(listing, 5));
  title('Tokens: orders that a person looks at, and stock that is taken off sale');
  await say(reviewEntry(await order('o4'), 'the amount is 1 cents'));
  await sayLater(settleEntry(await order('o4'), { sessionId: 'cs', paymentIntentId: 'pi' }));
  await sayLater(otherFeeEntry('o4', { transactionId: 'txn_5', cents: 30 }));
  const decision = { path: docs.decision('d1'), data: { reason: 'Seen' } };
  await say(
    closeReviewedEntry(await order('o4'), { paymentIntentId: 'pi_o4', cents: 1 }, decision),
  );
  const second = { path: docs.decision('d2'), data: { reason: 'Seen' } };
  await sayLater(closeReviewedEntry(await order('o4'), null, second));
  await say(issueTokensEntry('f', '50', 50, 60));
  await reserve('o5', 'cy', 20);
  await say(reviewEntry(await order('o5'), 'the currency is eur'));
  await say(closeReviewedEntry(await order('o5'), null, second));
  await say(withdrawTokensEntry('w', '50', 91, by));
  await say(withdrawTokensEntry('w', '51', 1, by));
  await say(withdrawTokensEntry('w', '50', 15, by));
  await say(ownerPaidInEntry('top-up', 2_000));
  await say(ownerPaidInEntry('half', 0.5));
}

export async function returns({ server, title, say, order, reserve, settle }: Stage) {
  title('Returned payments: found in the lot, in a listing, in other lots, or owed');
  await say(openingPoolEntry(1_000, 1_000_000));
  await say(issueTokensEntry('a', '50', 50, 200_000));
  const red = { datId: 'red', creatorUid: 'ana', editions: 1, priceCents: 2_000 };
  await say(mintEntry({ ...red, sharePpm: 25_000 }));
  const edition = { datId: 'red', number: 1, priceCents: 2_000 };
  await reserve('poor', 'bo', 20, { edition });
  await reserve('o1', 'bo', 1_000);
  await say(clawbackEntry(await order('o1'), refund('re_early', 500)));
  await settle('o1');
  await say(reinstateEntry(await order('o1'), refund('re_1', 500)));
  await say(claimEntry('bo', 0));
  await say(claimEntry('bo', 1));
  await say(queueTokensEntry('l1', 'bo', 79, 600));
  await say(clawbackEntry(await order('o1'), refund('re_1', 25_000)));
  await say(
    mintEntry({
      datId: 'blue',
      creatorUid: 'ana',
      editions: 1,
      priceCents: 20_000,
      sharePpm: 25_000,
    }),
  );
  await say(unqueueTokensEntry({ listingId: 'l1', uid: 'bo', priceCents: 79, qty: 600 }, 5));
  await say(buyEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'bo', 20_000));
  await say(openingWalletEntry(wallet('bo', 60, 101)));
  await say(clawbackEntry(await order('o1'), dispute('dp_1', 26_000)));
  await say(claimEntry('bo', 1));
  await reserve('owing', 'bo', 40, { edition });
  await say(reinstateEntry(await order('o1'), dispute('dp_1', 26_000)));
  await say(reinstateEntry(await order('o1'), refund('re_1', 25_000)));
  title('Returned payments: tokens that an unpaid order held come back');
  await reserve('o2', 'cy', 70);
  await settle('o2');
  await say(queueTokensEntry('l2', 'cy', 79, 30));
  const held = { orderId: 'o3', blockId: '79', qty: 30, variant: 'block' as const };
  await say(reserveEntry('di', held, SITE));
  await say(clawbackEntry(await order('o2'), refund('re_2', 3_500)));
  await say(recoverEntry('cy', 'early'));
  await say(endOrderEntry(await order('o3'), true));
  await say(recoverEntry('cy', 'first'));
  await say(recoverEntry('cy', 'second'));
  title('Returned payments: one that came too late, and went back before');
  await reserve('o4', 'di', 40);
  await say(endOrderEntry(await order('o4'), true));
  await say(refundedEntry('o4', 'pi_o4'));
  await say(clawbackEntry(await order('o4'), refund('re_4', 2_000)));
  await say(clawbackEntry(await order('o4'), dispute('dp_4', 2_000)));
  await say(reinstateEntry(await order('o4'), dispute('dp_4', 2_000)));
  title('Returned payments: of an account that is closed');
  await reserve('o5', 'sella', 40);
  await settle('o5');
  await say(closeGuardEntry('sella', 'early'));
  await say(buyEditionEntry({ datId: 'red', number: 1, version: 1 }, 'sella', 2_000));
  await reserve('o6', 'sella', 40);
  await say(endOrderEntry(await order('o6'), true));
  await say(closeGuardEntry('sella', '1'));
  await say(closeGuardEntry('sella', '2'));
  await say(clawbackEntry(await order('o5'), dispute('dp_5', 2_000)));
  await say(reinstateEntry(await order('o5'), dispute('dp_5', 2_000)));
  server.wait(DAY_MILLIS);
  await say(refundedEntry('o6', 'pi_o6'));
}
