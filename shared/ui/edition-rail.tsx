type EditionRailProps = {
  /** One flag per edition, in order: `true` is free to buy, `false` is sold. */
  free: readonly boolean[];
  /** `card` 10 px, `featured` 16 px, `page` 36 px with numbers. */
  size?: 'card' | 'featured' | 'page';
};

const looks = {
  card: 'edition-rail',
  featured: 'edition-rail edition-rail-featured',
  page: 'edition-rail edition-rail-page',
};

/** Twenty marks, one per edition. A picture only: the text beside it carries the fact. */
export function EditionRail({ free, size = 'card' }: EditionRailProps) {
  const editions = free.map((isFree, index) => ({ number: index + 1, isFree }));
  return (
    <div className={looks[size]} aria-hidden="true">
      {editions.map(({ number, isFree }) => (
        <i key={number} className={isFree ? 'free' : 'sold'}>
          {size === 'page' && <span>{number}</span>}
        </i>
      ))}
    </div>
  );
}
