import { getOwnForSale } from '@datchain/shared/contracts/calls/tokens.ts';
import type { TokenBlock } from '@datchain/shared/domain/blocks.ts';
import { useEffect, useRef } from 'react';
import { useAsked } from './use-asked.ts';

const failure = 'Your own listings could not be loaded. Trying again.';

/**
 * Returns the signed-in user's own tokens for sale, by block, which they cannot buy (N-MON-17).
 * Requested again with each press; until known the map is empty, and the server refuses such a
 * purchase.
 *
 * @param blocks the blocks on offer; without users' listings nothing is requested
 */
export function useOwnForSale(
  uid: string | undefined,
  blocks: readonly TokenBlock[],
  presses: number,
): ReadonlyMap<string, number> {
  const isListed = blocks.some(({ sellQty }) => sellQty > 0);
  const { asked, again } = useAsked(getOwnForSale, isListed ? uid : undefined, failure);
  const seen = useRef(presses);
  useEffect(() => {
    if (seen.current !== presses) again();
    seen.current = presses;
  }, [presses, again]);
  const own = asked.state === 'ready' ? asked.answer.blocks : [];
  return new Map(own.map(({ blockId, qty }) => [blockId, qty]));
}
