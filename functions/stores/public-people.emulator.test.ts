import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { copied } from '@datchain/testing/server/copied.ts';
import { expect, test } from 'vitest';
import { newPerson } from '../public-log/people.ts';
import { setDocuments } from './bulk.ts';
import { firestore } from './firebase.ts';
import { peopleIn, readPeople } from './public-people.ts';

const texts = (name: string) => ({ about: `I am ${name}.`, links: [`https://${name}.example/`] });

async function someone(change: { now?: string; isUnnamed?: boolean; followers?: number } = {}) {
  const uid = randomUUID();
  const name = `u${uid.slice(0, 8)}`;
  const { now = name.toUpperCase(), isUnnamed = false, followers } = change;
  await setDocuments(firestore(), [
    { path: docs.publicProfile(uid), data: { username: now, email: 'private', ...texts(name) } },
    { path: docs.publicLogPerson(uid), data: { ...newPerson(uid), isUnnamed } },
    ...(followers === undefined ? [] : [{ path: docs.followers(uid), data: { count: followers } }]),
  ]);
  return { uid, name };
}

type Someone = { readonly uid: string; readonly name: string };

const rows = (creator: Someone, owners: readonly Someone[]) => ({
  creatorId: creator.uid,
  creatorUsername: creator.name,
  editions: owners.map(({ uid, name }) => ({ currentOwnerId: uid, username: name })),
});

test('[N-PPL-06] only artists and named holders have a page with their texts, however many people there are', async () => {
  const [artist, fan] = [await someone({ followers: 12 }), await someone()];
  const unnamed = await someone({ isUnnamed: true, followers: 3 });
  const renamed = await someone({ now: 'another-name' });
  const nobody = { uid: randomUUID(), name: 'gone' };
  await someone();
  const many = Array.from({ length: 250 }, (_, at) => ({ uid: `no-${at}`, name: `no-${at}` }));
  const assets = [rows(artist, [...many, fan, renamed, nobody]), rows(unnamed, [unnamed])];
  const stored = [{ assets }, 'broken', { assets: [null, 7] }];
  const copy = await copied();
  expect(await readPeople(copy, stored.flatMap(peopleIn))).toEqual({
    [artist.name]: { ...texts(artist.name), followers: 12 },
    [fan.name]: { ...texts(fan.name), followers: 0 },
    [unnamed.name]: { about: '', links: [], followers: 3 },
  });
});

test('a page belongs to the current owner of its name, not to former ones', async () => {
  const now = await someone({ followers: 2 });
  const [one, other] = [await someone({ followers: 5 }), await someone({ followers: 7 })];
  const named = [one, now, other].map(({ uid }) => [now.name, uid] as const);
  const copy = await copied();
  const theirs = { [now.name]: { ...texts(now.name), followers: 2 } };
  expect(await readPeople(copy, named)).toEqual(theirs);
  expect(await readPeople(copy, [...named].reverse())).toEqual(theirs);
  // A name without a current owner always belongs to the same former one, and has no text.
  const former = named.filter(([, uid]) => uid !== now.uid);
  const people = await readPeople(copy, former);
  expect(people).toEqual(await readPeople(copy, [...former].reverse()));
  expect(people[now.name]).toMatchObject({ about: '', links: [] });
});
