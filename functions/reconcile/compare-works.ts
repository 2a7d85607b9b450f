import type { DatGuard, WorkSums } from '@datchain/shared/domain/books/guards.ts';
import { addWork, noWorks, WORKS_A_PAGE } from '@datchain/shared/domain/books/works.ts';
import { holdingsByUser, worksWithStreams } from '../stores/works.ts';
import type { Truth } from './balances.ts';

/**
 * Checks that each edition's owner, and nobody else, holds it unsold.
 *
 * @param isWhole whether the works include all owners of a DAT; otherwise only its holders are checked
 */
export function compareHoldings(
  { dats, works }: Pick<Truth, 'dats' | 'works'>,
  isWhole: (datId: string) => boolean = () => true,
): string[] {
  const held = [...holdingsByUser(works)].flatMap(([uid, { holdings }]) =>
    holdings.filter(({ sold }) => !sold).map((line) => `${line.datId} #${line.number}: ${uid}`),
  );
  const owned = (dat: DatGuard) =>
    dat.editions.map((edition) => `${dat.id} #${edition.number}: ${edition.ownerUid}`);
  const checked = dats.filter(({ id }) => isWhole(id)).flatMap(owned);
  const [lines, owners] = [new Set(held), new Set(dats.flatMap(owned))];
  return [
    ...held
      .filter((line) => !owners.has(line))
      .map((line) => `edition ${line} is held by someone who does not own it`),
    ...checked
      .filter((owner) => !lines.has(owner))
      .map((owner) => `edition ${owner} owns but does not hold`),
    ...(held.length === lines.size ? [] : ['an edition is held twice']),
  ];
}

const text = (sums: WorkSums): string =>
  Object.entries(sums)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sum]) => `${name} ${sum}`)
    .join(', ');

/** Checks that each work of a user is stored once: one document, named by one page, and counted in the sums. */
export function compareWorks({
  users,
  dats,
  works,
}: Pick<Truth, 'users' | 'works'> & { dats: readonly Pick<DatGuard, 'id' | 'creatorUid'>[] }) {
  const { works: all, pages } = works;
  const creators = new Map(dats.map(({ id, creatorUid }) => [id, creatorUid]));
  const added = new Map<string, WorkSums>();
  for (const work of worksWithStreams(works))
    added.set(work.uid, addWork(added.get(work.uid) ?? noWorks, work));
  const stored = new Map(users.flatMap(({ uid, works: sums }) => (sums ? [[uid, sums]] : [])));
  const named = pages.flatMap(({ uid, page, datIds }) =>
    datIds.map((datId) => `${datId} of ${uid} on page ${page}`),
  );
  const names = new Set(named);
  const placed = new Set(all.map(({ uid, page, datId }) => `${datId} of ${uid} on page ${page}`));
  return [
    ...[...new Set([...added.keys(), ...stored.keys()])].flatMap((uid) => {
      const [is, should] = [stored, added].map((sums) => text(sums.get(uid) ?? noWorks));
      return is === should ? [] : [`works of ${uid}: the sums are ${is}, should be ${should}`];
    }),
    ...named.filter((one) => !placed.has(one)).map((one) => `work ${one} is not there`),
    ...[...placed].filter((one) => !names.has(one)).map((one) => `work ${one} is not named`),
    ...(names.size === named.length ? [] : ['a work is named twice']),
    ...pages.flatMap(({ uid, page, datIds }) =>
      datIds.length > WORKS_A_PAGE ? [`page ${page} of ${uid} has ${datIds.length} works`] : [],
    ),
    ...all.flatMap(({ uid, datId, isCreator }) =>
      (creators.get(datId) === uid) === isCreator
        ? []
        : [`work ${datId} of ${uid}: says wrongly who released it`],
    ),
  ];
}
