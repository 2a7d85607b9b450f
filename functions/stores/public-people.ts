import { docs } from '@datchain/shared/contracts/paths.ts';
import { readProfileTexts } from '@datchain/shared/contracts/profile-texts.ts';
import { isRecord, readCount, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import type { Firestore } from '@google-cloud/firestore';
import { publicNames } from './public-names.ts';

const AT_ONCE = 100;

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
 * its rows were written says nothing until they follow. Reads a hundred people at a time.
 */
export async function readPeople(
  firestore: Firestore,
  summaries: readonly { value: unknown }[],
): Promise<Record<string, PublicPerson>> {
  const everyone = [...uidsByName(summaries)];
  const people: [string, PublicPerson][] = [];
  for (let start = 0; start < everyone.length; start += AT_ONCE) {
    const some = everyone.slice(start, start + AT_ONCE);
    const paths = some.flatMap(([, uid]) => [
      docs.publicProfile(uid),
      docs.publicLogPerson(uid),
      docs.followers(uid),
    ]);
    const found = await firestore.getAll(...paths.map((path) => firestore.doc(path)));
    const stored = new Map(found.map((one) => [one.ref.path, one.data()]));
    const names = publicNames((path) => stored.get(path));
    for (const [name, uid] of some) {
      const isThem = names.of(uid).username.toLowerCase() === name;
      const texts = readProfileTexts(isThem ? stored.get(docs.publicProfile(uid)) : undefined);
      const followers = readCount(stored.get(docs.followers(uid))?.count);
      if (texts.about !== '' || texts.links.length > 0 || followers > 0) {
        people.push([name, { ...texts, followers }]);
      }
    }
  }
  return Object.fromEntries(people.sort(([a], [b]) => (a < b ? -1 : 1)));
}
