import { isDocumentId } from '@datchain/shared/contracts/document-id.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { ReleaseSong } from '@datchain/shared/contracts/release-song.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Contributor } from '@datchain/shared/domain/dats.ts';
import {
  type ContributorList,
  contributorLists,
  freeContributor,
  pickedContributor,
} from '@datchain/shared/domain/release/contributors.ts';
import type { Services } from '../services.ts';

export type Credited = Record<ContributorList, Contributor[]>;

/** Someone picked by @username: the id may be a uid. */
const isPicked = ({ id, tag }: Contributor): boolean => tag.startsWith('@') && isDocumentId(id);

/**
 * The credited people of a release as they are stored: who was picked is linked to the account only
 * if it has that username; everyone else is a name without an account.
 */
export async function resolveContributors(
  { store }: Pick<Services, 'store'>,
  asked: Pick<ReleaseSong, ContributorList>,
): Promise<Credited> {
  const lists = contributorLists.map(({ list }) => list);
  const picked = lists.flatMap((list) => asked[list].filter(isPicked));
  const users = await store.read([...new Set(picked.map(({ id }) => docs.user(id)))]);
  const resolve = (one: Contributor): Contributor => {
    const username = isPicked(one) ? readText(users.get(docs.user(one.id))?.data.username) : '';
    return username !== '' && `@${username}`.toLowerCase() === one.tag.toLowerCase()
      ? pickedContributor(one.id, username)
      : freeContributor(one.tag);
  };
  const resolved = lists.map((list) => [list, asked[list].map(resolve)]);
  return Object.fromEntries(resolved) as Credited;
}
