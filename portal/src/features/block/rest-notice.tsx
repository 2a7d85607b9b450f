import { readTokenBlocks } from '@datchain/shared/contracts/documents/token-block.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { availableIn, cheapestBlock, type TokenBlock } from '@datchain/shared/domain/blocks.ts';
import { config } from '@datchain/shared/domain/config.ts';
import { wantedPurchase } from '@datchain/shared/ui/purchase/wanted-purchase.ts';
import { Notice } from '../../app/notice.tsx';
import { useLive } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';

const worthCents = (block: TokenBlock): number => availableIn(block) * block.priceCents;

export const isBelowMinimum = (block: TokenBlock): boolean =>
  availableIn(block) > 0 && worthCents(block) < config.minimumOrderCents.block;

/**
 * Tells where to buy the rest of a block below its page's minimum (R-BLK-05). The marketplace has
 * no minimum for it, but sells cheaper blocks first.
 */
export function RestNotice({ block }: { block: TokenBlock }) {
  const blocks = liveOr(useLive(live.tokenBlocks, readTokenBlocks), []);
  return (
    <Notice>
      Less than $10 of this block is left, and $10 is the minimum here.{' '}
      <Way block={block} blocks={blocks} />
    </Notice>
  );
}

function Way({ block, blocks }: { block: TokenBlock; blocks: readonly TokenBlock[] }) {
  if (worthCents(block) < config.cardMinimumCents) return 'No card payment can be that small.';
  const sellsFirst = cheapestBlock(blocks)?.id;
  if (sellsFirst === undefined) return null;
  if (sellsFirst !== block.id) {
    return 'The token marketplace sells it once the cheaper blocks are sold.';
  }
  return (
    <>
      <a href={wantedPurchase('/home', String(availableIn(block)))}>
        Buy it on the token marketplace
      </a>
      , without a minimum.
    </>
  );
}
