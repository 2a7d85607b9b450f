import { type Availability, countMarks } from '../domain/availability.ts';

type EditionRailProps = {
  /** One mark per edition, in order. */
  marks: readonly Availability[];
  /** `card` 10 px, `featured` 16 px, `page` 36 px with numbers. */
  size?: 'card' | 'featured' | 'page';
  /** Where an edition is bought: marks of editions for sale lead there, for pointers only. */
  buyHref?: (number: number) => string;
};

const looks = {
  card: 'edition-rail',
  featured: 'edition-rail edition-rail-featured',
  page: 'edition-rail edition-rail-page',
};

/**
 * Twenty marks, one per edition: full in the accent from the creator, a frame on a foot from an
 * owner, a foot alone when not for sale. A picture only: the text beside it carries the fact.
 */
export function EditionRail({ marks, size = 'card', buyHref }: EditionRailProps) {
  const editions = marks.map((mark, index) => ({ number: index + 1, mark }));
  return (
    <div className={looks[size]} aria-hidden="true">
      {editions.map(({ number, mark }) => {
        const inside = size === 'page' && <span>{number}</span>;
        return buyHref && mark !== 'held' ? (
          <a key={number} className={mark} href={buyHref(number)} tabIndex={-1}>
            {inside}
          </a>
        ) : (
          <i key={number} className={mark}>
            {inside}
          </i>
        );
      })}
    </div>
  );
}

/** What the marks of a rail mean and how many there are of each; absent kinds are left out. */
export function EditionKey({ marks }: { marks: readonly Availability[] }) {
  const kinds = (['primary', 'resale', 'held'] as const)
    .map((mark) => ({ mark, count: countMarks(marks, mark) }))
    .filter(({ count }) => count > 0);
  return (
    <ul className="edition-key small muted">
      {kinds.map(({ mark, count }) => (
        <li key={mark}>
          <span className="edition-rail" aria-hidden="true">
            <i className={mark} />
          </span>
          {`${count} ${keyWords(mark, count)}`}
        </li>
      ))}
    </ul>
  );
}

function keyWords(mark: Availability, count: number): string {
  if (mark === 'primary') return 'from the creator';
  // Held by an owner, or kept by the creator.
  if (mark === 'held') return 'owned, not for sale';
  return count === 1 ? 'from an owner' : 'from owners';
}

/** '7 of 20 editions for sale', and how many of those are offered by owners. */
export function forSaleText(marks: readonly Availability[]): string {
  const resales = countMarks(marks, 'resale');
  const text = `${countMarks(marks, 'primary', 'resale')} of ${marks.length} editions for sale`;
  return resales === 0 ? text : `${text}, ${resales} ${keyWords('resale', resales)}`;
}
