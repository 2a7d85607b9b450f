import { type Availability, countMarks } from '../domain/availability.ts';

type EditionRailProps = {
  marks: readonly Availability[];
  /** `card` 10 px, `featured` 16 px, `page` 36 px with numbers. */
  size?: 'card' | 'featured' | 'page';
  /** Returns the address that marks of editions for sale link to, for pointers only. */
  buyHref?: (number: number) => string;
};

const looks = {
  card: 'edition-rail',
  featured: 'edition-rail edition-rail-featured',
  page: 'edition-rail edition-rail-page',
};

/**
 * The edition rail, one mark for each edition. A mark is filled if the creator sells the edition, a frame on a
 * foot if an owner does, and a foot alone otherwise. It is decorative: the text beside it has the facts.
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
  if (mark === 'held') return 'owned, not for sale';
  return count === 1 ? 'from an owner' : 'from owners';
}

export function forSaleText(marks: readonly Availability[]): string {
  const resales = countMarks(marks, 'resale');
  const text = `${countMarks(marks, 'primary', 'resale')} of ${marks.length} editions for sale`;
  return resales === 0 ? text : `${text}, ${resales} ${keyWords('resale', resales)}`;
}
