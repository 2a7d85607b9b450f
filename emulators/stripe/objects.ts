import type Stripe from 'stripe';

// The fields of Stripe's objects that this project reads.

type Common = 'id' | 'object' | 'created';

export type Session = Pick<
  Stripe.Checkout.Session,
  | (Common | 'amount_total' | 'cancel_url' | 'client_reference_id' | 'currency' | 'customer')
  | ('customer_email' | 'expires_at' | 'livemode' | 'metadata' | 'mode' | 'payment_intent')
  | ('payment_status' | 'status' | 'success_url' | 'url')
> & { customer_details: { email: string | null } | null };

export type LineItem = Pick<Stripe.LineItem, 'amount_total' | 'description' | 'quantity'>;

export type Intent = Pick<
  Stripe.PaymentIntent,
  | (Common | 'amount' | 'amount_received' | 'currency' | 'customer' | 'description')
  | ('last_payment_error' | 'latest_charge' | 'livemode' | 'metadata' | 'status')
  | 'transfer_group'
>;

export type Charge = Pick<
  Stripe.Charge,
  | (Common | 'amount' | 'amount_captured' | 'amount_refunded' | 'balance_transaction')
  | ('currency' | 'customer' | 'description' | 'disputed' | 'livemode' | 'metadata' | 'paid')
  | ('payment_intent' | 'refunded' | 'status' | 'transfer_group')
>;

export type Refund = Pick<
  Stripe.Refund,
  | (Common | 'amount' | 'balance_transaction' | 'charge' | 'currency' | 'metadata')
  | ('payment_intent' | 'reason' | 'status')
>;

export type Customer = Pick<
  Stripe.Customer,
  Common | 'description' | 'email' | 'livemode' | 'metadata' | 'name'
>;

export type Requirements = Pick<
  Stripe.Account.Requirements,
  'currently_due' | 'disabled_reason' | 'past_due'
>;

export type Account = Pick<
  Stripe.Account,
  | ('id' | 'object' | 'business_type' | 'capabilities' | 'charges_enabled' | 'country')
  | ('created' | 'details_submitted' | 'email' | 'metadata' | 'payouts_enabled' | 'type')
> & { requirements: Requirements };

export type Movement = Pick<
  Stripe.BalanceTransaction,
  (Common | 'amount' | 'currency' | 'description' | 'fee' | 'net' | 'source' | 'status') | 'type'
>;

export type Reversal = Pick<
  Stripe.TransferReversal,
  Common | 'amount' | 'balance_transaction' | 'currency' | 'metadata' | 'transfer'
>;

export type Transfer = Pick<
  Stripe.Transfer,
  | (Common | 'amount' | 'amount_reversed' | 'balance_transaction' | 'currency' | 'description')
  | ('destination' | 'livemode' | 'metadata' | 'reversed' | 'transfer_group')
> & { reversals: { data: Reversal[] } };

export type Dispute = Pick<
  Stripe.Dispute,
  (Common | 'amount' | 'charge' | 'currency' | 'livemode' | 'payment_intent' | 'reason') | 'status'
> & { balance_transactions: Movement[] };
