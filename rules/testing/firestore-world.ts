import { docs } from '@datchain/shared/contracts/paths.ts';
import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  type DocumentData,
  doc,
  type Firestore,
  serverTimestamp,
  writeBatch,
} from 'firebase/firestore';

export const fixedUserIds = ['fixed-1', 'fixed-2', 'fixed-3', 'fixed-4'];

/** Builds a user document as the signup writes it, with every field (R-REL-14). */
export function aUser(uid: string, over: DocumentData = {}): DocumentData {
  return {
    id: uid,
    userId: uid,
    email: `${uid}@dats.test`,
    name: 'Adaeze Nwosu',
    ArtistName: 'Ada Okonjo',
    ArtistNameLower: 'ada okonjo',
    username: uid,
    username_lower: uid.toLowerCase(),
    city: 'Lagos',
    country: 'NG',
    state: '',
    accountType: 'Artist',
    profileImageUrl: '',
    lastOperationTime: serverTimestamp(),
    purchaseHistory: [],
    salesHistory: [],
    uploadedItems: [],
    purchasedItems: [],
    streamedSongs: [],
    streamedVideos: [],
    following: [],
    followers: [],
    purchasedMedia: [],
    albums: [],
    singles: [],
    videos: [],
    videoalbums: [],
    ScreenSKN: 0,
    ScreenSKNpurchased: 0,
    ...over,
  };
}

export const aPublicProfile = (user: DocumentData): DocumentData => ({
  username: user.username,
  name: user.ArtistName || user.name,
  profileImageUrl: user.profileImageUrl,
  accountType: user.accountType,
});

const servers = new WeakMap<RulesTestEnvironment, Promise<Firestore>>();

/**
 * Opens the server's connection, which bypasses the rules: one for all tests, open until the
 * environment ends.
 */
function serverOf(env: RulesTestEnvironment): Promise<Firestore> {
  const server =
    servers.get(env) ??
    new Promise<Firestore>((resolve, reject) => {
      const forever = new Promise<void>(() => {});
      env
        .withSecurityRulesDisabled((context) => {
          resolve(context.firestore() as unknown as Firestore);
          return forever;
        })
        .catch(reject);
    });
  servers.set(env, server);
  return server;
}

export async function write(
  env: RulesTestEnvironment,
  documents: Readonly<Record<string, DocumentData>>,
): Promise<void> {
  const db = await serverOf(env);
  const batch = writeBatch(db);
  for (const [path, data] of Object.entries(documents)) batch.set(doc(db, path), data);
  await batch.commit();
}

export async function freshWorld(env: RulesTestEnvironment): Promise<void> {
  await env.clearFirestore();
  const owner = aUser('owner');
  await write(env, {
    [docs.allowedUsers]: { users: ['operator'] },
    [docs.user('owner')]: owner,
    [docs.publicProfile('owner')]: aPublicProfile(owner),
    [docs.username('owner')]: { uid: 'owner' },
    ...Object.fromEntries(
      fixedUserIds.map((uid) => [docs.user(uid), aUser(uid, { followers: ['earlier'] })]),
    ),
  });
}
