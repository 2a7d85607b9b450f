import type { CardArt } from '@datchain/shared/ui/dat-card.tsx';

/** The artwork of a work on a page of its own; an empty square where there is none. */
export const DatArt = ({ art, song }: { art: CardArt | undefined; song: string }) =>
  art ? (
    <img
      className="dat-page-art"
      {...art}
      alt={`Artwork of ${song}`}
      width={900}
      height={900}
      fetchPriority="high"
    />
  ) : (
    <div className="dat-page-art" />
  );
