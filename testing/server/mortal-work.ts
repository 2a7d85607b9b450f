import { purchase } from '@datchain/functions/editions/trade.ts';
import { sendMails } from '@datchain/functions/mail/send-mails.ts';
import { orderStatus } from '@datchain/functions/orders/order-status.ts';
import { type PurchaseRequest, startOrder } from '@datchain/functions/orders/start-order.ts';
import { processPayout } from '@datchain/functions/payouts/process-payout.ts';
import { releaseDat } from '@datchain/functions/releases/release-dat.ts';
import { releaseDatFromSummary } from '@datchain/functions/releases/release-from-summary.ts';
import { restore, takeDown } from '@datchain/functions/releases/take-down.ts';
import type { Services } from '@datchain/functions/services.ts';
import type { ReleaseSong } from '@datchain/shared/contracts/release-song.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';

const alreadyYours = 'You already own this edition.';

export type Work =
  | {
      readonly does: 'order';
      readonly uid: string;
      readonly blockId: string;
      readonly qty: number;
      readonly edition: NonNullable<PurchaseRequest['edition']>;
    }
  | {
      readonly does: 'sale';
      readonly uid: string;
      readonly datId: string;
      readonly editionNumber: number;
      readonly expectedPrice: number;
    }
  | { readonly does: 'payout'; readonly uid: string; readonly payoutAmount: number }
  | { readonly does: 'summary-release'; readonly uid: string; readonly contentId: string }
  | { readonly does: 'file-release'; readonly uid: string; readonly songs: readonly ReleaseSong[] }
  | { readonly does: 'take-down' | 'restore'; readonly datId: string; readonly reason: string }
  | { readonly does: 'mails' };

async function order(all: Services, asked: Work & { does: 'order' }, stripe: string) {
  const { uid, blockId, qty, edition } = asked;
  const link = await startOrder(all, uid, { blockId, qty, variant: 'block', edition });
  if (isRefusal(link)) {
    // The earlier order was completed by the jobs.
    if (link.message === alreadyYours) return;
    throw new Error(link.message);
  }
  await fetch(`${stripe}/_test/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId: link.url.split('/').at(-1) }),
  });
  await orderStatus(all, uid, link.orderId);
}

export async function doWork(all: Services, asked: Work, stripe: string): Promise<void> {
  if (asked.does === 'order') await order(all, asked, stripe);
  else if (asked.does === 'sale') await purchase(all, asked.uid, asked);
  else if (asked.does === 'payout') {
    await processPayout(all, asked.uid, { ...asked, source: 'credits' });
  } else if (asked.does === 'summary-release') {
    await releaseDatFromSummary(all, asked.uid, { ...asked, tier: 'Bronze' });
  } else if (asked.does === 'file-release') await releaseDat(all, asked.uid, asked);
  else if (asked.does === 'take-down') await takeDown(all, asked);
  else if (asked.does === 'restore') await restore(all, asked);
  else await sendMails(all);
}
