import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  assertFails,
  assertSucceeds,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  collection,
  collectionGroup,
  doc,
  documentId,
  endAt,
  type Firestore,
  getCountFromServer,
  getDoc,
  getDocs,
  limit,
  onSnapshot,
  orderBy,
  query,
  startAt,
  where,
} from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aUser, freshWorld, write } from '../testing/firestore-world.ts';
import { connectAs, type Role, roleName, roles } from '../testing/roles.ts';

const prefix = (field: string, most: number) => (db: Firestore) =>
  getDocs(
    query(collection(db, 'users'), orderBy(field), startAt('a'), endAt('a\uf8ff'), limit(most)),
  );

/** The three searches (R-REL-11) and the @ lookup (R-REL-07). */
const searches: readonly [string, (db: Firestore) => Promise<unknown>][] = [
  ['the @ lookup by username prefix, 3 at most', prefix('username_lower', 3)],
  ['the search by username prefix, 7 at most', prefix('username_lower', 7)],
  ['the search by artist name prefix, 7 at most', prefix('ArtistNameLower', 7)],
  [
    'the search by exact username, 7 at most',
    (db) => getDocs(query(collection(db, 'users'), where('username_lower', '==', 'o'), limit(7))),
  ],
];

const tooWide: readonly [string, (db: Firestore) => Promise<unknown>][] = [
  ['8 users at a time', prefix('username_lower', 8)],
  ['users without a limit', (db) => getDocs(collection(db, 'users'))],
  ['the number of users', (db) => getCountFromServer(collection(db, 'users'))],
];

const ownRecords = ['orders', 'payouts', 'listings'];

export function describeReading(env: () => RulesTestEnvironment): void {
  const as = (role: Role) => connectAs(env(), role).firestore() as unknown as Firestore;

  beforeAll(async () => {
    await freshWorld(env());
    await write(
      env(),
      Object.fromEntries(
        Array.from({ length: 9 }, (_, n) => [docs.user(`artist${n}`), aUser(`artist${n}`)]),
      ),
    );
    await write(env(), {
      ...Object.fromEntries(ownRecords.map((name) => [`${name}/mine`, { uid: 'owner' }])),
      ...Object.fromEntries(ownRecords.map((name) => [`${name}/other`, { uid: 'stranger' }])),
      'orders/ownerless': { qty: 10 },
      [docs.wallet('owner')]: { balance: 0 },
      [docs.movement('owner', 'entry')]: { uid: 'owner' },
      [docs.earningsLine('owner', 'line')]: { uid: 'owner' },
    });
  });

  describe('searching users', () => {
    it.each(searches)(
      '[R-DB-04] [M-51] %s finds users for a user on the allow-list only',
      async (_title, search) => {
        await assertSucceeds(search(as('allowListed')));
        for (const role of roles.filter((each) => each !== 'allowListed')) {
          await assertFails(search(as(role)));
        }
      },
    );

    it.each(tooWide)('[M-51] shows nobody %s', async (_title, search) => {
      for (const role of roles) await assertFails(search(as(role)));
    });

    describe('by an artist who may release for themselves only', () => {
      const asArtist = () => as('allowListed');

      beforeAll(() =>
        write(env(), { [docs.allowedUsers]: { users: ['operator'], ownWorksOnly: ['operator'] } }),
      );
      afterAll(() => write(env(), { [docs.allowedUsers]: { users: ['operator'] } }));

      it('[N-FST-05] the @ lookup finds users for credits', async () => {
        const { size } = await assertSucceeds(prefix('username_lower', 3)(asArtist()));
        expect(size).toBe(3);
      });

      it.each(searches.slice(1))('[N-PPL-09] [M-51] is refused: %s', async (_title, search) => {
        await assertFails(search(asArtist()));
      });

      it.each(tooWide)('[M-51] is refused: %s', async (_title, search) => {
        await assertFails(search(asArtist()));
      });

      it("[M-51] opens nobody's document, and a fourth user is refused", async () => {
        await assertFails(prefix('username_lower', 4)(asArtist()));
        await assertFails(getDoc(doc(asArtist(), docs.user('owner'))));
      });
    });

    it('shows nobody a user while the allow-list is missing', async () => {
      await env().withSecurityRulesDisabled(async (server) => {
        await server.firestore().doc(docs.allowedUsers).delete();
      });
      await assertFails(prefix('username_lower', 7)(as('allowListed')));
      await write(env(), { [docs.allowedUsers]: { users: ['operator'] } });
    });
  });

  describe('public profiles', () => {
    const profiles = (role: Role) => collection(as(role), docs.publicProfiles);
    const byUsername = (role: Role) =>
      query(profiles(role), where('username', '==', 'owner'), limit(1));

    it('[N-MON-10] are listed for nobody: not all, not a few, not one by a query', async () => {
      for (const role of roles) {
        await assertFails(getDocs(profiles(role)));
        await assertFails(getDocs(query(profiles(role), limit(1))));
        await assertFails(getDocs(byUsername(role)));
        await assertFails(getCountFromServer(profiles(role)));
      }
    });

    it('[N-MON-10] are read one by one, by uid or by username', async () => {
      for (const role of roles) {
        const name = await getDoc(doc(as(role), docs.username('owner')));
        const found = await getDoc(doc(as(role), docs.publicProfile(name.get('uid'))));
        expect(found.get('username')).toBe('owner');
      }
    });
  });

  describe.each(ownRecords)('%s', (name) => {
    it('[R-DB-04] lists the caller’s own records, one by one or all', async () => {
      const mine = query(collection(as('owner'), name), where('uid', '==', 'owner'));
      await assertSucceeds(getDocs(mine));
      const inOneState = query(mine, where('state', '==', 'reserved'));
      await assertSucceeds(getDocs(inOneState));
      await assertSucceeds(getDoc(doc(as('owner'), `${name}/mine`)));
    });

    it('refuses a list that could hold records of others', async () => {
      await assertFails(getDocs(collection(as('owner'), name)));
      await assertFails(
        getDocs(query(collection(as('owner'), name), where('uid', 'in', ['owner', 'stranger']))),
      );
      await assertFails(
        getDocs(query(collection(as('owner'), name), where('state', '==', 'reserved'))),
      );
    });

    it('answers for an unknown record as for somebody else’s', async () => {
      await assertFails(getDoc(doc(as('owner'), `${name}/other`)));
      await assertFails(getDoc(doc(as('owner'), `${name}/none`)));
    });
  });

  // Parts and events name buyers and sellers, even unnamed ones: only the server reads them.
  it.each([docs.orderParts('mine'), docs.datEvent('blue', 0)])(
    '[N-MON-08] %s is read by nobody, not even by the users it is about',
    async (path) => {
      const sides = { uid: 'owner', fromUid: 'owner', toUid: 'stranger', sellerUid: 'stranger' };
      await write(env(), { [path]: sides });
      const all = path.slice(0, path.indexOf('/'));
      for (const role of roles) {
        await assertFails(getDoc(doc(as(role), path)));
        for (const field of ['uid', 'fromUid', 'toUid']) {
          const own = query(collection(as(role), all), where(field, '==', 'owner'), limit(1));
          await assertFails(getDocs(own));
        }
      }
    },
  );

  it('shows a record without an owner to nobody', async () => {
    for (const role of roles) await assertFails(getDoc(doc(as(role), 'orders/ownerless')));
  });

  it.each(['movements', 'earnings', 'wallet', 'works', 'editions', 'orders', 'users'])(
    'answers no query across all collections called %s',
    async (name) => {
      for (const role of roles) {
        const mine = query(collectionGroup(as(role), name), where('uid', '==', 'owner'), limit(1));
        await assertFails(getDocs(mine));
      }
    },
  );

  it.each([
    docs.user('owner'),
    docs.wallet('owner'),
    docs.walletPage('owner', 1),
    docs.order('mine'),
  ])('[R-DB-04] %s can be listened to by its owner', (path) =>
    assertSucceeds(
      new Promise<void>((resolve, reject) => {
        const stop = onSnapshot(
          doc(as('owner'), path),
          () => {
            stop();
            resolve();
          },
          reject,
        );
      }),
    ),
  );

  it(`lets ${roleName.owner} read a wallet that was never written`, () =>
    assertSucceeds(getDoc(doc(as('stranger'), docs.wallet('stranger')))));

  it.each([docs.wallet('owner'), docs.allowedUsers])(
    '%s is read at its address only, not by a query',
    async (path) => {
      const end = path.lastIndexOf('/');
      const [folder, id] = [path.slice(0, end), path.slice(end + 1)];
      for (const role of roles) {
        const byId = query(collection(as(role), folder), where(documentId(), '==', id), limit(1));
        await assertFails(getDocs(byId));
      }
    },
  );
}
