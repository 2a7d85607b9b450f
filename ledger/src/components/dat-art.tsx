import type { CardArt } from '@datchain/shared/ui/dat-card.tsx';

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
