import { claimArtistName } from '@datchain/shared/contracts/calls/artist-name.ts';
import { followArtist } from '@datchain/shared/contracts/calls/follow.ts';
import { heldUsernamePath } from '@datchain/shared/contracts/documents/held-username.ts';
import {
  type NewUser,
  readFixedUserIds,
  storeNewProfile,
  storeNewUser,
  zeroCounters,
} from '@datchain/shared/contracts/documents/new-user.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { callUrl, databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import { CallError } from '@datchain/shared/domain/call-wire.ts';
import { usernameTaken } from '@datchain/shared/domain/sign-up.ts';
import { FirebaseError } from 'firebase/app';
import {
  type Auth,
  createUserWithEmailAndPassword,
  deleteUser,
  signInWithEmailAndPassword,
  type User,
  updateProfile,
} from 'firebase/auth';
import {
  arrayUnion,
  doc,
  type Firestore,
  getDoc,
  serverTimestamp,
  updateDoc,
  writeBatch,
} from 'firebase/firestore/lite';
import { callFunction } from '../calls/call.ts';
import { loadConfig } from '../firebase/config.ts';
import { openSignUpApp, type SignUpApp } from './sign-up-app.ts';

const TIMEOUT_MILLIS = 20_000;

export class UsernameTaken extends Error {
  override readonly name = 'UsernameTaken';
  constructor() {
    super(usernameTaken);
  }
}

/** Thrown when another account has the name, or nobody may have it. */
export class ArtistNameRefused extends Error {
  override readonly name = 'ArtistNameRefused';
}

export type AccountDetails = Omit<NewUser, 'uid' | 'email' | 'profileImageUrl'> & {
  readonly email: string;
  readonly password: string;
  readonly picture?: File | undefined;
};

/**
 * Creates an account (R-REL-14). First come the auth user, the artist's name and the picture, then
 * username, user document and public profile in one batch. Display name, counters and followers
 * come last, because they can be repeated. A refusal deletes picture and auth user again. A signup
 * that stopped half-way resumes with the same e-mail and password. The browser's own session does
 * not change.
 *
 * @throws UsernameTaken; ArtistNameRefused; the provider's error, whose message is a sentence
 */
export async function createAccount(details: AccountDetails): Promise<NewUser> {
  const app = await openSignUpApp();
  try {
    const { auth, firestore } = app;
    await refuseTaken(firestore, details.username);
    const { user, isNew } = await authUser(auth, firestore, details);
    try {
      if (details.accountType === 'Artist') await claimName(user, details.artistName);
      const newUser = await makeNewUser(app, user, details);
      await writeDocuments(firestore, newUser);
      await afterwards(firestore, user, details.username);
      return newUser;
    } catch (error) {
      if (isNew && isAnswer(error)) await takeBack(app, user, details);
      if (hasCode(error, 'permission-denied')) await refuseTaken(firestore, details.username);
      throw error;
    }
  } finally {
    await app.close();
  }
}

async function callContext(user: User) {
  const config = await loadConfig();
  return {
    urlOf: (name: string) => callUrl(config, name),
    idToken: () => user.getIdToken(),
    timeoutMillis: TIMEOUT_MILLIS,
  };
}

/** Claims the artist name: no other account can have one that reads the same (N-MON-11). */
async function claimName(user: User, artistName: string): Promise<void> {
  const context = await callContext(user);
  try {
    await callFunction(context, claimArtistName, { artistName });
  } catch (error) {
    throw isRefused(error) ? new ArtistNameRefused(error.message) : error;
  }
}

const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && ['invalid-argument', 'already-exists'].includes(error.code);

/** Loads the storage's SDK only for a picture. */
const loadPictures = () => import('./profile-picture.ts');

async function makeNewUser(
  { app }: SignUpApp,
  user: User,
  details: AccountDetails,
): Promise<NewUser> {
  const { password: _, picture, ...profile } = details;
  const profileImageUrl = picture
    ? await (await loadPictures()).putProfilePicture(app, user.uid, picture)
    : '';
  return { ...profile, uid: user.uid, email: user.email ?? details.email, profileImageUrl };
}

/**
 * Tells whether the provider refused. Without an answer the writes may have succeeded: the signup
 * is then resumed, or cleaned up later.
 */
const isAnswer = (error: unknown): boolean =>
  error instanceof UsernameTaken ||
  error instanceof ArtistNameRefused ||
  hasCode(error, 'permission-denied') ||
  hasCode(error, 'aborted') ||
  isOfStorage(error);

const isOfStorage = (error: unknown): boolean =>
  error instanceof FirebaseError && error.code.startsWith('storage/');

/** Removes a refused account; a daily job clears what cannot be reached now. */
async function takeBack({ app }: SignUpApp, user: User, { picture }: AccountDetails) {
  const logged = (error: unknown) => console.warn('A refused account could not be removed.', error);
  if (picture) {
    const { removeProfilePicture } = await loadPictures();
    await removeProfilePicture(app, user.uid).catch(logged);
  }
  await deleteUser(user).catch(logged);
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof FirebaseError && error.code === code;

/** Refuses a username that somebody has, or gave up recently (N-PPL-14). */
async function refuseTaken(firestore: Firestore, username: string): Promise<void> {
  const lower = username.toLowerCase();
  const paths = [docs.username(lower), heldUsernamePath(lower)];
  const found = await inTime(Promise.all(paths.map((path) => getDoc(doc(firestore, path)))));
  if (found.some((one) => one.exists())) throw new UsernameTaken();
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error('The server is not responding. Try again.');
    setTimeout(() => reject(error), TIMEOUT_MILLIS);
  });
  return Promise.race([work, late]);
}

/**
 * Returns the new auth user, or an existing one with this address and password but no user
 * document.
 */
async function authUser(
  auth: Auth,
  firestore: Firestore,
  { email, password }: AccountDetails,
): Promise<{ user: User; isNew: boolean }> {
  try {
    const { user } = await createUserWithEmailAndPassword(auth, email, password);
    return { user, isNew: true };
  } catch (error) {
    if (!hasCode(error, 'auth/email-already-in-use')) throw error;
    const user = await signInWithEmailAndPassword(auth, email, password).then(
      (signedIn) => signedIn.user,
      () => undefined,
    );
    if (!user || (await inTime(getDoc(doc(firestore, docs.user(user.uid))))).exists()) throw error;
    return { user, isNew: false };
  }
}

const MAX_ATTEMPTS = 5;

/**
 * Writes username, user document and public profile in one batch. The store aborts some of many
 * simultaneous claims on one name: those that still find it free try again.
 */
async function writeDocuments(firestore: Firestore, user: NewUser): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const batch = writeBatch(firestore);
    batch.set(doc(firestore, docs.username(user.username.toLowerCase())), { uid: user.uid });
    batch.set(doc(firestore, docs.user(user.uid)), storeNewUser(user, serverTimestamp()));
    batch.set(doc(firestore, docs.publicProfile(user.uid)), storeNewProfile(user));
    try {
      return await inTime(batch.commit());
    } catch (error) {
      if (!hasCode(error, 'aborted') || attempt === MAX_ATTEMPTS) throw error;
      await refuseTaken(firestore, user.username);
    }
  }
}

/** Writes the optional parts of an account; each is tried twice, then only logged. */
async function afterwards(firestore: Firestore, user: User, username: string): Promise<void> {
  const { uid } = user;
  const fixedUserIds = readFixedUserIds(String(import.meta.env.FIXED_USER_IDS ?? ''));
  const parts = [
    () => updateProfile(user, { displayName: username }),
    () => startCounter(user, 'credits'),
    () => startCounter(user, 'stats'),
    ...fixedUserIds.flatMap((fixed) => [
      () => inTime(updateDoc(doc(firestore, docs.user(fixed)), { followers: arrayUnion(uid) })),
      () => follow(firestore, user, fixed),
    ]),
  ];
  await Promise.all(
    parts.map((part) =>
      part()
        .catch(part)
        .catch((error: unknown) => console.warn('A part of the signup was left out.', error)),
    ),
  );
}

/** Writes a counter over REST, which fails in time: the database's SDK would retry forever. */
async function startCounter(user: User, name: keyof typeof zeroCounters): Promise<void> {
  const url = new URL(databaseRestUrl(await loadConfig(), live.ownCounter(user.uid, name)));
  url.searchParams.set('auth', await user.getIdToken());
  const response = await fetch(url, {
    method: 'PUT',
    body: JSON.stringify(zeroCounters[name]),
    signal: AbortSignal.timeout(TIMEOUT_MILLIS),
  });
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
}

/**
 * Follows an artist. SPEC.md requires the list in the artist's user document; notifications and
 * counts use this follow.
 */
async function follow(firestore: Firestore, user: User, artistUid: string): Promise<void> {
  const profile = await inTime(getDoc(doc(firestore, docs.publicProfile(artistUid))));
  // Only artists release works to notify followers about.
  if (profile.get('accountType') !== 'Artist') return;
  const username = String(profile.get('username'));
  await callFunction(await callContext(user), followArtist, { username, isWanted: true });
}
