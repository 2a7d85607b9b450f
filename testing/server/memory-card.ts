import {
  type CheckoutGateway,
  type CheckoutSession,
  StripeRefused,
} from '@datchain/functions/stripe/checkout.ts';
import type { PaymentGateway, Reversal } from '@datchain/functions/stripe/payments.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Cents, Millis } from '@datchain/shared/domain/units.ts';
import { answering, type StripeFault } from './lost-answers.ts';

interface Session {
  readonly id: string;
  readonly orderId: string;
  readonly amountCents: Cents;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  paidAt: Millis | null;
  isClosed: boolean;
}

interface MadeReversal extends Reversal {
  cameBackCents: Cents;
  changedAt: Millis;
}

/** The delay until Stripe makes a payment's balance transaction, which names its fee. */
const FEE_AFTER_MILLIS = MINUTE_MILLIS;
const DISPUTE_FEE_CENTS = 1_500;

const paymentOf = ({ id }: Session): string => `pi_${id}`;
const feeOf = (session: Session) => ({
  transactionId: `txn_${session.id}`,
  cents: 30 + Math.round((session.amountCents * 29) / 1_000),
});

/**
 * Makes Stripe's sessions, payments, refunds and disputes in memory, for thousands of
 * interleavings. An order's session is made once, the first answer is stored under its key, and
 * answers may be lost. Other tests cover the real API.
 */
export function memoryCard(now: () => Millis, fault: () => StripeFault) {
  const sessions: Session[] = [];
  const keys = new Map<string, CheckoutSession | StripeRefused>();
  const reversals: MadeReversal[] = [];

  const isOpen = ({ paidAt, isClosed, expiresAt }: Session): boolean =>
    paidAt === null && !isClosed && now() < expiresAt;
  const read = (session: Session): CheckoutSession => ({
    id: session.id,
    orderId: session.orderId,
    status: isOpen(session) ? 'open' : session.paidAt === null ? 'expired' : 'complete',
    paid: session.paidAt !== null,
    amountCents: session.amountCents,
    currency: 'usd',
    live: false,
    url: isOpen(session) ? `https://stripe.test/${session.id}` : null,
    paymentIntentId: session.paidAt === null ? null : paymentOf(session),
    isReturned: reversalsOf(paymentOf(session)).length > 0,
  });
  function get(id: string): Session {
    const session = sessions.find((one) => one.id === id);
    if (!session) throw new StripeRefused(`No such session: ${id}`);
    return session;
  }
  const reversalsOf = (payment: string) =>
    reversals.filter(({ paymentIntentId }) => paymentIntentId === payment);
  /**
   * Returns the amount of a payment that refunds, or a dispute, could still take; a failed refund
   * can be repeated.
   */
  const left = (session: Session, kind: Reversal['kind']): Cents =>
    reversalsOf(paymentOf(session))
      .filter((one) => one.kind === kind)
      .reduce(
        (cents, { leftCents, cameBackCents }) =>
          cents - leftCents + (kind === 'refund' ? cameBackCents : 0),
        session.amountCents,
      );

  function make({ id: orderId, checkout }: Pick<Order, 'id' | 'checkout'>) {
    const known = keys.get(orderId);
    if (known) return known;
    const body = JSON.parse(checkout ?? '');
    const [{ quantity, price_data: price }] = body.line_items;
    const session: Session = {
      id: `cs_${orderId}`,
      orderId: body.client_reference_id,
      amountCents: quantity * price.unit_amount,
      createdAt: now(),
      expiresAt: body.expires_at * 1_000,
      paidAt: null,
      isClosed: false,
    };
    const isRefused = fault() === 'refused';
    if (!isRefused) sessions.push(session);
    const answer = isRefused ? new StripeRefused('Try another day') : read(session);
    keys.set(orderId, answer);
    return answer;
  }

  function giveBack(session: Session, kind: Reversal['kind'], cents: Cents, id: string): void {
    if (cents <= 0) return;
    const fees =
      kind === 'dispute' ? [{ transactionId: `txn_${id}`, cents: DISPUTE_FEE_CENTS }] : [];
    const paymentIntentId = paymentOf(session);
    const made = { id, kind, paymentIntentId, leftCents: cents, cameBackCents: 0, fees };
    reversals.push({ ...made, createdAt: now(), leftAt: now(), changedAt: now() });
  }

  const checkout: CheckoutGateway = {
    async create(order) {
      const answer = await answering(fault, () => make(order));
      if (answer instanceof StripeRefused) throw answer;
      return answer;
    },
    retrieve: (id) => answering(fault, () => read(get(id))),
    expire: (id) =>
      answering(fault, () => {
        const session = get(id);
        if (!isOpen(session)) throw new StripeRefused('Only open sessions can be expired');
        session.isClosed = true;
        return read(session);
      }),
    refund: (orderId, payment) =>
      answering(fault, () => {
        const id = `re_${orderId}`;
        if (reversals.some((one) => one.id === id)) return;
        const session = sessions.find((one) => paymentOf(one) === payment);
        if (!session) throw new StripeRefused(`No such payment: ${payment}`);
        if (reversalsOf(payment).some(({ kind }) => kind === 'dispute')) {
          throw new StripeRefused(`${payment} has been charged back`, { code: 'charge_disputed' });
        }
        const cents = left(session, 'refund');
        if (cents === 0) {
          const code = 'charge_already_refunded';
          throw new StripeRefused(`${payment} has already been refunded`, { code });
        }
        giveBack(session, 'refund', cents, id);
      }),
    async *listSince(at) {
      for (const one of [...sessions].reverse()) if (one.createdAt >= at) yield read(one);
    },
  };

  const paid = () => sessions.filter(({ paidAt }) => paidAt !== null);
  const payments: PaymentGateway = {
    find: (payment) =>
      answering(fault, () => {
        const session = paid().find((one) => paymentOf(one) === payment);
        if (!session) return undefined;
        const isFeeKnown = now() - (session.paidAt ?? 0) >= FEE_AFTER_MILLIS;
        const fee = isFeeKnown ? feeOf(session) : null;
        return { id: payment, orderId: session.orderId, live: false, fee };
      }),
    listReversals: (payment) =>
      answering(fault, () => reversalsOf(payment).map((one) => ({ ...one }))),
    async *reversalsSince(at) {
      for (const one of reversals) if (one.createdAt >= at) yield { ...one };
    },
    async *feesSince() {
      for (const session of paid()) yield feeOf(session);
    },
    async *reversedSince(at) {
      for (const one of reversals) if (one.changedAt >= at) yield one.paymentIntentId ?? '';
    },
  };

  return {
    checkout,
    payments,
    paid: () => paid().map((one) => ({ ...read(one), feeCents: feeOf(one).cents })),
    reversals: (): readonly Reversal[] => reversals,
    pay(orderId: string): void {
      const session = sessions.find((one) => one.orderId === orderId);
      if (session && isOpen(session)) session.paidAt = now();
    },
    /**
     * Returns money of an order's payment to the card: up to its price in refunds, and all of it in
     * a dispute.
     */
    takeBack(orderId: string, kind: Reversal['kind'], permille: number, id: string): void {
      const session = paid().find((one) => one.orderId === orderId);
      if (!session || reversals.some((one) => one.id === id)) return;
      giveBack(session, kind, Math.ceil((left(session, kind) * permille) / 1_000), id);
    },
    /** Fails a refund or wins a dispute: all of its money comes back. */
    comeBack(id: string): void {
      const one = reversals.find((reversal) => reversal.id === id);
      if (!one) return;
      one.cameBackCents = one.leftCents;
      one.changedAt = now();
    },
  };
}
