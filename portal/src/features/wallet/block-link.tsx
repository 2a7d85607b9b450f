import { SiteLink } from '../../app/site-link.tsx';

/** The name of a block, leading to it. */
export const BlockLink = ({ blockId }: { blockId: string }) => (
  <SiteLink className="row-link" href={`/tdc/block/${blockId}`}>
    {`Link ${blockId}`}
  </SiteLink>
);
