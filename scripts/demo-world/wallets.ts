import { centsToMicros } from '@datchain/shared/domain/units.ts';
import type { DemoLot } from './types.ts';

/** The lots of one wallet, oldest first, and the two things that can happen to them. */
export interface Wallet {
  lots(): DemoLot[];
  faceMicros(): number;
  buy(blockCents: number, qty: number): void;
  /**
   * Takes exactly `priceCents` from the lots' face, oldest lot first, and with it
   * `ceil(taken × qty / face)` of each touched lot's tokens. Face left on a lot whose last token
   * goes is lost to the wallet. Throws when the face does not cover the price.
   */
  spend(priceCents: number): void;
  /** Takes `qty` tokens with their share of the face out of the lot of one block. */
  queue(blockCents: number, qty: number): { faceMicros: number };
}

/** An empty wallet of one fan. One lot per block, in the order in which blocks were first bought. */
export function emptyWallet(uid: string): Wallet {
  let lots: DemoLot[] = [];
  const dropEmpty = () => {
    lots = lots.filter((lot) => lot.qty > 0);
  };
  const faceMicros = () => lots.reduce((sum, lot) => sum + lot.faceMicros, 0);
  return {
    lots: () => lots.map((lot) => ({ ...lot })),
    faceMicros,
    buy: (blockCents, qty) => {
      let lot = lots.find((each) => each.blockCents === blockCents);
      if (!lot) {
        lot = { uid, blockCents, qty: 0, faceMicros: 0 };
        lots.push(lot);
      }
      lot.qty += qty;
      lot.faceMicros += centsToMicros(qty * blockCents);
    },
    spend: (priceCents) => {
      let due = centsToMicros(priceCents);
      if (faceMicros() < due) throw new Error(`${uid} cannot pay ${priceCents} cents.`);
      for (const lot of lots) {
        const taken = Math.min(due, lot.faceMicros);
        lot.qty -= Math.ceil((taken * lot.qty) / lot.faceMicros);
        lot.faceMicros -= taken;
        due -= taken;
        if (due === 0) break;
      }
      dropEmpty();
    },
    queue: (blockCents, qty) => {
      const lot = lots.find((each) => each.blockCents === blockCents);
      if (!lot || lot.qty < qty) throw new Error(`${uid} has not ${qty} tokens to queue.`);
      const moved = Math.floor((lot.faceMicros * qty) / lot.qty);
      lot.qty -= qty;
      lot.faceMicros -= moved;
      dropEmpty();
      return { faceMicros: moved };
    },
  };
}
