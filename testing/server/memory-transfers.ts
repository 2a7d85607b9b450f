import { StripeRefused } from '@datchain/functions/stripe/checkout.ts';
import type {
  ConnectGateway,
  Transfer,
  TransferOrder,
  TransferReversal,
} from '@datchain/functions/stripe/connect.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Cents, Millis } from '@datchain/shared/domain/units.ts';
import { answering, type StripeFault } from './lost-answers.ts';

const KEY_LIFETIME_MILLIS = DAY_MILLIS;

type Made = { transfer: Transfer; at: Millis; reversals: TransferReversal[] };

/**
 * Makes Stripe's transfers in memory, for thousands of interleavings. Idempotency keys live for a
 * day and also store refusals; answers may be lost. Other tests cover the real API.
 */
export function memoryTransfers(now: () => Millis, fault: () => StripeFault) {
  const made: Made[] = [];
  const keys = new Map<string, { at: Millis; answer: Transfer | StripeRefused }>();

  function make({ id, amountCents, accountId }: TransferOrder): Transfer | StripeRefused {
    const key = keys.get(id);
    if (key && now() - key.at < KEY_LIFETIME_MILLIS) return key.answer;
    const transfer: Transfer = {
      id: `tr_${made.length}`,
      payoutId: id,
      amountCents,
      reversedCents: 0,
      currency: 'usd',
      accountId,
      live: false,
    };
    const answer = fault() === 'refused' ? new StripeRefused('balance_insufficient') : transfer;
    keys.set(id, { at: now(), answer });
    if (answer === transfer) made.push({ transfer, at: now(), reversals: [] });
    return answer;
  }

  const asIs = ({ transfer, reversals }: Made): Transfer => ({
    ...transfer,
    reversedCents: reversals.reduce((sum, { amountCents }) => sum + amountCents, 0),
  });
  const connect: Pick<
    ConnectGateway,
    'createTransfer' | 'findTransfers' | 'retrieveTransfer' | 'listTransfersSince' | 'listReversals'
  > = {
    async createTransfer(order) {
      const answer = await answering(fault, () => make(order));
      if (answer instanceof StripeRefused) throw answer;
      return answer;
    },
    findTransfers: (payoutId) =>
      answering(fault, () =>
        made.filter(({ transfer }) => transfer.payoutId === payoutId).map(asIs),
      ),
    retrieveTransfer: (transferId) =>
      answering(fault, () => {
        const one = made.find(({ transfer }) => transfer.id === transferId);
        if (!one) throw new StripeRefused(`No such transfer: ${transferId}`);
        return asIs(one);
      }),
    listReversals: (transferId) =>
      answering(
        fault,
        () => made.find(({ transfer }) => transfer.id === transferId)?.reversals ?? [],
      ),
    async *listTransfersSince(at) {
      for (const one of [...made].reverse()) if (one.at >= at) yield asIs(one);
    },
  };
  return {
    connect,
    transfers: () => made.map(asIs),
    reverse(index: number, cents: Cents): void {
      const one = made[index % Math.max(1, made.length)];
      if (!one) return;
      const { amountCents, reversedCents } = asIs(one);
      const taken = Math.min(cents, amountCents - reversedCents);
      const id = `trr_${one.transfer.id}_${one.reversals.length}`;
      if (taken > 0) one.reversals.push({ id, amountCents: taken });
    },
  };
}
