import { getTokenQuote } from '@datchain/shared/contracts/calls/tokens.ts';
import { availableIn, buysLess, type TokenBlock } from '@datchain/shared/domain/blocks.ts';
import { formatCents, formatMicros, formatTokens } from '@datchain/shared/domain/format.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { useEffect, useState } from 'react';
import { call } from './callables.ts';

const DEBOUNCE_MILLIS = 300;

/**
 * Requests the face of a quantity of a block's tokens, in micros. Requested where some of them are
 * users'; undefined until known, or where one order cannot buy them.
 */
function useFace(block: TokenBlock, qty: number): number | undefined {
  const [known, setKnown] = useState<{ readonly of: string; readonly faceMicros: number | null }>();
  const { id, platformRemaining, sellQty, sellFaceMicros } = block;
  const isAsked = Number.isSafeInteger(qty) && qty > platformRemaining && qty <= availableIn(block);
  const question = `${id} ${qty} ${platformRemaining} ${sellQty} ${sellFaceMicros}`;
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const ask = async () => {
      try {
        const { faceMicros } = await call(getTokenQuote, { blockId: id, qty });
        if (isCurrent) setKnown({ of: question, faceMicros });
      } catch (error) {
        console.warn('What these tokens buy could not be asked', error);
      }
    };
    const timer = setTimeout(ask, DEBOUNCE_MILLIS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isAsked, question, id, qty]);
  return isAsked && known?.of === question ? (known.faceMicros ?? undefined) : undefined;
}

interface TokenWorthProps {
  readonly block: TokenBlock;
  readonly qty: number;
  /** Called with whether the tokens buy less than they cost, or may do so. */
  readonly onLess: (isLess: boolean) => void;
}

/** Warns in a purchase when its tokens buy less than they cost (N-MON-23). */
export function TokenWorth({ block, qty, onLess }: TokenWorthProps) {
  const faceMicros = useFace(block, qty);
  const cents = qty * block.priceCents;
  const isLess =
    faceMicros === undefined
      ? buysLess(block) && qty > block.platformRemaining
      : faceMicros < centsToMicros(cents);
  useEffect(() => onLess(isLess), [isLess, onLess]);
  return (
    <p className="notice" role="status" hidden={!isLess}>
      {isLess &&
        (faceMicros === undefined
          ? `${formatTokens(qty)} cost ${formatCents(cents)} here and may buy editions worth less.`
          : `${formatTokens(qty)} cost ${formatCents(cents)} here and buy editions for ${formatMicros(faceMicros)}: owners sell them for more than they first cost.`)}
    </p>
  );
}
