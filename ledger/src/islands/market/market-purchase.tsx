import { createPayment } from '@datchain/portal/lib/calls/callables.ts';
import { TokenWorth } from '@datchain/portal/lib/calls/token-worth.tsx';
import { useOwnForSale } from '@datchain/portal/lib/calls/use-own-for-sale.ts';
import {
  getSession,
  startSession,
  subscribeToSession,
  uidOf,
} from '@datchain/portal/lib/session/session.ts';
import {
  cheapestBlock,
  offerOf,
  type TokenBlock,
  withoutOwn,
} from '@datchain/shared/domain/blocks.ts';
import { PurchaseDialog } from '@datchain/shared/ui/purchase/purchase-dialog.tsx';
import { usePurchase } from '@datchain/shared/ui/purchase/use-purchase.ts';
import { loginToBuy, takeWantedQuantity } from '@datchain/shared/ui/purchase/wanted-purchase.ts';
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';

export interface MarketPurchaseProps {
  /** Live; the cheapest one with stock is bought from, whichever it is at each moment. */
  readonly blocks: readonly TokenBlock[];
  /** How often BUY TOKENS was pressed; each press opens the modal. */
  readonly presses: number;
}

const leaveFor = (url: string) => location.assign(url);

/** The buy modal of the token marketplace (R-HOM-05), loaded with all of Firebase when BUY TOKENS is pressed. */
export function MarketPurchase({ blocks, presses }: MarketPurchaseProps) {
  const purchase = usePurchase({ call: createPayment, navigate: leaveFor });
  const { open } = purchase;
  const own = useOwnForSale(useSignedInUid(), blocks, presses);
  const block = useCheapestBlock(blocks.map((one) => withoutOwn(one, own)));
  const openNow = useRef(open);
  openNow.current = open;
  useEffect(() => {
    if (presses > 0) openNow.current(takeWantedQuantity());
  }, [presses]);
  useSignedInOnly(purchase.typed);

  return (
    <>
      {purchase.unfinishedOrderId && (
        <p className="notice" role="status">
          You have an unfinished order.{' '}
          <a href={`/orders/${purchase.unfinishedOrderId}`}>See the order</a>
        </p>
      )}
      {block && (
        <PurchaseDialog
          purchase={purchase}
          variant="marketplace"
          blockId={block.id}
          offer={offerOf(block)}
          worthOf={(qty, tell) => <TokenWorth block={block} qty={qty} onLess={tell} />}
        />
      )}
    </>
  );
}

const useSignedInUid = (): string | undefined =>
  uidOf(useSyncExternalStore(subscribeToSession, getSession));

/** When everything is sold out, the last one stays, so that the modal can say what remains of it. */
function useCheapestBlock(blocks: readonly TokenBlock[]): TokenBlock | undefined {
  const lastId = useRef<string>(undefined);
  const block = cheapestBlock(blocks) ?? blocks.find(({ id }) => id === lastId.current);
  lastId.current = block?.id;
  return block;
}

/** The real session may be another than the hint said. The login leads back to what was typed. */
function useSignedInOnly(typed: RefObject<string>): void {
  useEffect(() => {
    const check = () => {
      if (getSession().state === 'signedOut') leaveFor(loginToBuy('/home', typed.current));
    };
    startSession()
      .then(check)
      .catch((error: unknown) => console.error('The session cannot be read', error));
    return subscribeToSession(check);
  }, [typed]);
}
