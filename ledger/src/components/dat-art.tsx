import type { CardArt } from '@datchain/shared/ui/dat-card.tsx';

/** The artwork on a work's own page; an empty square without artwork. */
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
