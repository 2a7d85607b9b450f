import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PaymentLink } from '@datchain/shared/contracts/calls.ts';
import type { market } from './market.ts';
import { reach } from './reach.ts';
import type { Shop } from './shops.ts';

/** What a buyer saw. */
export type Story =
  | { readonly uid: string; readonly told: readonly string[] }
  | { readonly uid: string; readonly orderId: string; readonly charged: boolean };

interface Visit {
  readonly m: ReturnType<typeof market>;
  /** The process that serves this buyer, and another one. */
  readonly shop: Shop;
  readonly otherShop: Shop;
  readonly uid: string;
  readonly blockId: string;
  readonly qty: number;
}

type Opened = PaymentLink | { refused: string };
type After = (visit: Visit, link: PaymentLink) => Promise<boolean>;

const pay = async ({ m }: Visit, url: string): Promise<boolean> => {
  const { status, body } = await reach(() => m.pay(url));
  if (status !== 200) throw new Error(`Stripe answered ${status}: ${JSON.stringify(body)}`);
  return body.outcome === 'paid' || body.outcome === 'already_paid';
};

/** As the order page does: while Stripe cannot be asked, the last known state is answered. */
async function askUntilSettled(shop: Shop, uid: string, orderId: string): Promise<void> {
  for (let time = 1; time <= 10; time++) {
    if ((await shop.status(uid, orderId)).state === 'settled') return;
    await sleep(200 * time);
  }
  throw new Error(`Order ${orderId} is paid, and never settled`);
}

const open = ({ shop, uid, blockId, qty }: Visit): Promise<Opened> => shop.start(uid, blockId, qty);

/** Two clicks at once are one order. When one comes before and one after a sell-out, so be it. */
async function clickTwice(visit: Visit, second: Shop): Promise<Opened> {
  const { uid, blockId, qty } = visit;
  const [one, two] = await Promise.all([open(visit), second.start(uid, blockId, qty)]);
  if ('refused' in one) return two;
  if (!('refused' in two) && !isDeepStrictEqual(one, two)) {
    throw new Error(`Two clicks of ${uid} opened ${one.orderId} and ${two.orderId}`);
  }
  return one;
}

/** What a buyer does with the payment page; true when the card was charged. */
const habits: readonly {
  readonly open: (visit: Visit) => Promise<Opened>;
  readonly after: After;
}[] = [
  { open, after: (visit, { url }) => pay(visit, url) },
  {
    open: (visit) => clickTwice(visit, visit.shop),
    after: (visit, { url }) => pay(visit, url),
  },
  {
    open: (visit) => clickTwice(visit, visit.otherShop),
    async after(visit, { url }) {
      const [one, two] = await Promise.all([pay(visit, url), pay(visit, url)]);
      return one || two;
    },
  },
  {
    // Comes back from Stripe and asks, in two windows, while the events arrive.
    open,
    async after(visit, { url, orderId }) {
      const { shop, otherShop, uid } = visit;
      const paid = await pay(visit, url);
      await Promise.all([shop, otherShop].map((asked) => askUntilSettled(asked, uid, orderId)));
      return paid;
    },
  },
  {
    open,
    async after({ shop, uid }, { orderId }) {
      await shop.cancel(uid, orderId);
      return false;
    },
  },
  {
    // Cancels in one window and pays in the other: Stripe decides which of them was first.
    open,
    async after(visit, { url, orderId }) {
      const cancelled = visit.otherShop.cancel(visit.uid, orderId);
      const [paid, { state }] = await Promise.all([pay(visit, url), cancelled]);
      if (paid !== (state === 'settled')) {
        throw new Error(`Order ${orderId} is ${state}; charged: ${paid}`);
      }
      return paid;
    },
  },
  {
    open,
    async after(visit, { url }) {
      await reach(() => visit.m.decline(url));
      return pay(visit, url);
    },
  },
  {
    // Declined, and gone: the tokens stay held until Stripe closes the page.
    open,
    async after({ m }, { url }) {
      await reach(() => m.decline(url));
      return false;
    },
  },
  { open, after: (visit, { url }) => pay(visit, url) },
  {
    open,
    async after(visit, { url, orderId }) {
      const status = visit.shop.status(visit.uid, orderId);
      const [paid] = await Promise.all([pay(visit, url), status]);
      return paid;
    },
  },
];

const remaining = (sentence: string): number =>
  Number(/^Only (\d+) tokens remain in this block$/.exec(sentence)?.[1] ?? 0);

/** One buyer's visit. Told what remains, the buyer asks for that, once. */
export async function visitBlock(visit: Visit, habit: number): Promise<Story> {
  const { open: click, after } = habits[habit % habits.length] as (typeof habits)[number];
  const { uid } = visit;
  const told: string[] = [];
  for (let { qty } = visit; qty > 0 && told.length < 2; qty = remaining(told.at(-1) ?? '')) {
    const opened = await click({ ...visit, qty });
    if (!('refused' in opened)) {
      return { uid, orderId: opened.orderId, charged: await after(visit, opened) };
    }
    told.push(opened.refused);
  }
  return { uid, told };
}
