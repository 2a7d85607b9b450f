import { genreName } from '@datchain/shared/domain/genres.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { type DatsFilter, datsFilterHref } from '../views/dats/dats-filter.ts';
import type { PageLinks } from '../views/page/paging.ts';
import { DatGrid } from './dat-grid.tsx';
import { PagesNav } from './pages-nav.tsx';

type DatsFoundProps = {
  cards: readonly DatCardData[];
  links: PageLinks | undefined;
  filter: DatsFilter;
};

export function DatsFound({ cards, links, filter }: DatsFoundProps) {
  if (cards.length === 0) return <NoDats filter={filter} />;
  return (
    <>
      <h2 className="visually-hidden">DATS found</h2>
      <DatGrid cards={cards} eager={4} />
      <PagesNav links={links} />
    </>
  );
}

function partsOf(filter: DatsFilter): { text: string; href: string }[] {
  const { q, genre, tier, forSale } = filter;
  const parts: [string | false, Partial<DatsFilter>][] = [
    [q !== '' && `“${q}”`, { q: '' }],
    [genre !== '' && genreName(genre), { genre: '' }],
    [tier, { tier: '' }],
    [forSale && 'For sale', { forSale: false }],
  ];
  return parts.flatMap(([text, without]) =>
    text ? [{ text, href: datsFilterHref({ ...filter, page: 1, ...without }) }] : [],
  );
}

export function NoDats({ filter }: { filter?: DatsFilter }) {
  const parts = filter ? partsOf(filter) : [];
  return (
    <EmptyState text="No assets to display.">
      {filter && (
        <p className="dats-asked">
          {`Nothing matches ${parts.map(({ text }) => text).join(', ')}.`}
        </p>
      )}
      {parts.length > 1 &&
        parts.map(({ text, href }) => (
          <a key={text} className={buttonClass({ variant: 'secondary' })} href={href}>
            {`Without ${text}`}
          </a>
        ))}
      {filter ? (
        <a className={buttonClass({ variant: 'secondary' })} href="/dats">
          Clear the filter
        </a>
      ) : (
        <a className={buttonClass()} href="/home">
          Buy tokens
        </a>
      )}
    </EmptyState>
  );
}
