import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** How many works and editions somebody holds now; those sold on only count in the earnings. */
export function OwnedDats({ owned }: { owned: readonly OwnedDat[] }) {
  const held = owned.filter((dat) => !dat.sold);
  const works = new Set(held.map((dat) => dat.datId)).size;
  return (
    <section className="section">
      <div className="section-head section-rule">
        <h2 className="h2">DATS</h2>
        <p className="small">{`${count(works, 'work')}, ${count(held.length, 'edition')}`}</p>
      </div>
      <p className="muted owned-next">
        Each work you hold, with its royalty share, streams and earnings, is listed here next. What
        they earned is part of the total above.
      </p>
    </section>
  );
}
