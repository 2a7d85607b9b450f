import { assetsIn } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readProfileTexts } from '@datchain/shared/contracts/profile-texts.ts';
import { isRecord, readCount, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import type { PublicCopy } from './public-copy.ts';
import { publicNames } from './public-names.ts';

const isId = (text: string): boolean => /^[\w-]{1,128}$/.test(text);

/** A username in lower case, with its owner's uid when the row was written. */
export type NamedUid = readonly [name: string, uid: string];

export function peopleIn(summary: unknown): NamedUid[] {
  const found = new Map<string, NamedUid>();
  const seen = new Map<unknown, unknown>();
  const add = (username: unknown, id: unknown) => {
    // Most editions of a work have the same few holders.
    if (seen.get(username) === id) return;
    seen.set(username, id);
    const [name, uid] = [readText(username).toLowerCase(), readText(id)];
    if (name !== '' && isId(uid)) found.set(`${name} ${uid}`, [name, uid]);
  };
  for (const asset of assetsIn(summary)) {
    if (!isRecord(asset)) continue;
    for (const edition of readList(asset.editions)) {
      if (isRecord(edition)) add(edition.username, edition.currentOwnerId);
    }
    add(asset.creatorUsername, readText(asset.creatorId) || asset.userId);
  }
  return [...found.values()];
}

function uidsByName(named: Iterable<NamedUid>, isNow: (uid: string, name: string) => boolean) {
  const all = Map.groupBy(named, ([name]) => name);
  return [...all].map(([name, own]): NamedUid => {
    const uids = [...new Set(own.map(([, uid]) => uid))].sort();
    return [name, uids.find((uid) => isNow(uid, name)) ?? uids[0] ?? ''];
  });
}

/**
 * Reads the profiles of people, by username in lower case, without empty ones. Unnamed people have none (N-PPL-06).
 * A changed username has none until its rows follow.
 */
export async function readPeople(
  copy: PublicCopy,
  named: readonly NamedUid[],
): Promise<Record<string, PublicPerson>> {
  await copy.learnProfiles([...new Set(named.map(([, uid]) => uid))]);
  const names = publicNames(copy.read);
  const isNow = (uid: string, name: string) => names.of(uid).username.toLowerCase() === name;
  const people: [string, PublicPerson][] = [];
  for (const [name, uid] of uidsByName(named, isNow)) {
    const texts = readProfileTexts(
      isNow(uid, name) ? copy.read(docs.publicProfile(uid)) : undefined,
    );
    const followers = readCount(copy.read(docs.followers(uid))?.count);
    if (texts.about !== '' || texts.links.length > 0 || followers > 0) {
      people.push([name, { ...texts, followers }]);
    }
  }
  return Object.fromEntries(people.sort(([a], [b]) => (a < b ? -1 : 1)));
}
