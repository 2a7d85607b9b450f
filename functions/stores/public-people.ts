import { docs } from '@datchain/shared/contracts/paths.ts';
import { readProfileTexts } from '@datchain/shared/contracts/profile-texts.ts';
import { isRecord, readCount, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import type { PublicCopy } from './public-copy.ts';
import { publicNames } from './public-names.ts';

const isId = (text: string): boolean => /^[\w-]{1,128}$/.test(text);

/** Who has a page, as the rows of the catalogue name them: uid by username in lower case. */
function uidsByName(summaries: readonly { value: unknown }[]): Map<string, string> {
  const uids = new Map<string, string>();
  const add = (username: unknown, id: unknown) => {
    const [name, uid] = [readText(username).toLowerCase(), readText(id)];
    if (name !== '' && isId(uid)) uids.set(name, uid);
  };
  const rowsOf = (value: unknown) => (isRecord(value) ? readList(value.assets) : []);
  for (const asset of summaries.flatMap(({ value }) => rowsOf(value))) {
    if (!isRecord(asset)) continue;
    for (const edition of readList(asset.editions)) {
      if (isRecord(edition)) add(edition.username, edition.currentOwnerId);
    }
    add(asset.creatorUsername, readText(asset.creatorId) || asset.userId);
  }
  return uids;
}

/**
 * What the pages of people say besides their works, by username in lower case. Those with nothing to
 * say are left out; unnamed people say nothing (N-PPL-06). A username that was changed after
 * its rows were written says nothing until they follow.
 */
export async function readPeople(
  copy: PublicCopy,
  summaries: readonly { value: unknown }[],
): Promise<Record<string, PublicPerson>> {
  const everyone = [...uidsByName(summaries)];
  await copy.learnProfiles(everyone.map(([, uid]) => uid));
  const names = publicNames(copy.read);
  const people: [string, PublicPerson][] = [];
  for (const [name, uid] of everyone) {
    const isThem = names.of(uid).username.toLowerCase() === name;
    const texts = readProfileTexts(isThem ? copy.read(docs.publicProfile(uid)) : undefined);
    const followers = readCount(copy.read(docs.followers(uid))?.count);
    if (texts.about !== '' || texts.links.length > 0 || followers > 0) {
      people.push([name, { ...texts, followers }]);
    }
  }
  return Object.fromEntries(people.sort(([a], [b]) => (a < b ? -1 : 1)));
}
