import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  assertFails,
  assertSucceeds,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  arrayRemove,
  arrayUnion,
  type DocumentData,
  doc,
  type Firestore,
  updateDoc,
} from 'firebase/firestore';
import { beforeEach, it } from 'vitest';
import { fixedUserIds, freshWorld, write } from '../testing/firestore-world.ts';
import { connectAs, type Role } from '../testing/roles.ts';

const refused: readonly [string, DocumentData][] = [
  ['another uid', { followers: arrayUnion('owner') }],
  ['two followers at once', { followers: arrayUnion('stranger', 'owner') }],
  ['their own uid twice', { followers: ['earlier', 'stranger', 'stranger'] }],
  ['their own uid in place of another', { followers: ['stranger'] }],
  ['their own uid before another', { followers: ['stranger', 'earlier'] }],
  ['a follower that is no uid', { followers: arrayUnion({ uid: 'stranger' }) }],
  ['their own uid instead of a list', { followers: 'stranger' }],
  ['another field as well', { followers: arrayUnion('stranger'), city: 'Leeds' }],
  ['a field of their own as well', { followers: arrayUnion('stranger'), isAdmin: true }],
];

/** Tests that signup adds only the new uid, and only to the fixed accounts (R-REL-17). */
export function describeFollowers(env: () => RulesTestEnvironment): void {
  beforeEach(() => freshWorld(env()));
  const update = (role: Role, uid: string, change: DocumentData) =>
    updateDoc(
      doc(connectAs(env(), role).firestore() as unknown as Firestore, docs.user(uid)),
      change,
    );

  it.each(fixedUserIds)('lets a signed-in user add exactly their own uid to %s', (uid) =>
    assertSucceeds(update('stranger', uid, { followers: arrayUnion('stranger') })),
  );

  it('lets the same update be repeated, which changes nothing', async () => {
    await update('stranger', 'fixed-1', { followers: arrayUnion('stranger') });
    await update('owner', 'fixed-1', { followers: arrayUnion('owner') });
    await assertSucceeds(update('stranger', 'fixed-1', { followers: arrayUnion('stranger') }));
  });

  it('starts the list of a fixed account that has none yet', async () => {
    await write(env(), { [docs.user('fixed-1')]: { userId: 'fixed-1' } });
    await assertSucceeds(update('stranger', 'fixed-1', { followers: arrayUnion('stranger') }));
  });

  it.each(refused)('[M-50] does not let a signed-in user write %s', (_title, change) =>
    assertFails(update('stranger', 'fixed-1', change)),
  );

  it('[M-50] does not let a follower leave or remove others', async () => {
    await update('stranger', 'fixed-1', { followers: arrayUnion('stranger') });
    await assertFails(update('stranger', 'fixed-1', { followers: arrayRemove('stranger') }));
    await assertFails(update('stranger', 'fixed-1', { followers: arrayRemove('earlier') }));
  });

  it('does not let a visitor follow', () =>
    assertFails(update('visitor', 'fixed-1', { followers: arrayUnion('stranger') })));

  it('[M-50] does not let anybody follow an account that is not fixed', () =>
    assertFails(update('stranger', 'owner', { followers: arrayUnion('stranger') })));

  it('does not create a fixed account that does not exist', async () => {
    await env().clearFirestore();
    await assertFails(update('stranger', 'fixed-1', { followers: arrayUnion('stranger') }));
  });
}

export function describeNobodyToFollow(env: () => RulesTestEnvironment): void {
  it('lets nobody follow anybody while no fixed accounts are set', async () => {
    await freshWorld(env());
    const db = connectAs(env(), 'stranger').firestore() as unknown as Firestore;
    for (const uid of [...fixedUserIds, 'owner']) {
      await assertFails(updateDoc(doc(db, docs.user(uid)), { followers: arrayUnion('stranger') }));
    }
  });
}
