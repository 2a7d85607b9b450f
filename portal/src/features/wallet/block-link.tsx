import { SiteLink } from '../../app/site-link.tsx';

export const BlockLink = ({ blockId }: { blockId: string }) => (
  <SiteLink className="row-link" href={`/tdc/block/${blockId}`}>
    {`Link ${blockId}`}
  </SiteLink>
);
