import { howItIsPaid, whatADatIs } from '@datchain/shared/domain/site.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { DatGrid } from './dat-grid.tsx';

/** The head of /home, which says what a DAT is (N-FST-01). */
export function HomeIntro() {
  return (
    <>
      <h1 className="display">Tokens</h1>
      <p className="measure">
        {whatADatIs} {howItIsPaid}
      </p>
    </>
  );
}

/** The newest works, to hear on the first screen (N-FST-01). */
export function NewSongs({ cards }: { cards: readonly DatCardData[] }) {
  return (
    <section className="home-songs" aria-labelledby="new-title">
      <h2 id="new-title" className="visually-hidden">
        New DATS
      </h2>
      <DatGrid cards={cards} eager={2} />
    </section>
  );
}
