import { type Dat, newestFirst } from '@datchain/shared/domain/dats.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { pictureUrl } from './artwork.ts';
import { datCardView } from './dat-card-view.ts';

/** What /profile/{username} shows of someone with releases. */
export interface ProfileView {
  readonly username: string;
  readonly name: string;
  readonly picture: string | undefined;
  readonly summary: string;
  readonly cards: readonly DatCardData[];
  readonly datIds: readonly string[];
}

/** The public page of a creator; undefined when nobody of that name has released a DAT. */
export function profileView(username: string, dats: readonly Dat[]): ProfileView | undefined {
  const own = newestFirst(
    dats.filter((dat) => dat.creatorUsername.toLowerCase() === username.toLowerCase()),
  );
  const newest = own[0];
  return newest && profileOf(newest, own);
}

function profileOf(newest: Dat, own: readonly Dat[]): ProfileView {
  return {
    username: newest.creatorUsername,
    name: newest.artistName || newest.creatorUsername,
    picture: pictureUrl(newest.creatorImageUrl),
    summary: `${own.length} ${own.length === 1 ? 'DAT' : 'DATS'}`,
    cards: own.map((dat) => datCardView(dat)),
    datIds: own.map((dat) => dat.id),
  };
}

/** Every creator's page, each made once. */
export function profileViews(dats: readonly Dat[]): ProfileView[] {
  const byCreator = new Map<string, Dat[]>();
  for (const dat of newestFirst(dats)) {
    const key = dat.creatorUsername.toLowerCase();
    if (key === '') continue;
    const own = byCreator.get(key);
    if (own) own.push(dat);
    else byCreator.set(key, [dat]);
  }
  return [...byCreator.values()].flatMap((own) => (own[0] ? [profileOf(own[0], own)] : []));
}
