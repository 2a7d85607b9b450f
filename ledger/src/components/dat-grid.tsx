import { DatCard, type DatCardData } from '@datchain/shared/ui/dat-card.tsx';

type DatGridProps = {
  cards: readonly DatCardData[];
  featured?: boolean;
  /** How many pictures are in the first screen. */
  eager?: number;
};

export function DatGrid({ cards, featured = false, eager = 0 }: DatGridProps) {
  return (
    <div className="dat-grid">
      {cards.map((dat, index) => (
        <DatCard
          key={dat.href}
          dat={dat}
          featured={featured && index === 0}
          eager={index < eager}
        />
      ))}
    </div>
  );
}
