import { isDeepStrictEqual } from 'node:util';
import type { Account, changeAccount } from '@datchain/shared/contracts/calls/account.ts';
import { readPerson } from '@datchain/shared/contracts/documents/log-person.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readProfileTexts } from '@datchain/shared/contracts/profile-texts.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type * as v from 'valibot';
import { takeDaily } from '../limits/daily.ts';
import { log } from '../log.ts';
import { notificationDocuments } from '../mail/notification-documents.ts';
import { showChoice } from '../names/choose.ts';
import { changeUsername } from '../names/usernames.ts';
import { newPerson } from '../public-log/people.ts';
import type { Services } from '../services.ts';
import { type Batch, put, together, type Versioned } from '../stores/document-store.ts';
import { retryOnConflict } from '../stores/retry-on-conflict.ts';
import { takePicture } from './picture.ts';

type Change = v.InferOutput<typeof changeAccount.input>;
type Reading = Pick<Services, 'store' | 'authUsers'>;
type Needs = Reading &
  Pick<Services, 'clock' | 'projector' | 'datEvents' | 'guards' | 'files' | 'limits'>;

export const unfinished = () => refuse('failed-precondition', 'Finish signing up first.');

/** Returns a user's account as they see it (N-PPL-01). Refused without a user document. */
export async function ownAccount(
  { store, authUsers }: Reading,
  uid: string,
): Promise<Account | Refusal> {
  const [path, profilePath] = [docs.user(uid), docs.publicProfile(uid)];
  const [found, login] = await Promise.all([store.read([path, profilePath]), authUsers.find(uid)]);
  const user = found.get(path)?.data;
  if (!user) return unfinished();
  return {
    username: readText(user.username),
    name: readLine(user.name),
    artistName: user.accountType === 'Artist' ? readLine(user.ArtistName) : '',
    imageUrl: readText(user.profileImageUrl),
    ...readProfileTexts(found.get(profilePath)?.data),
    email: login?.email ?? '',
    isConfirmed: login?.isConfirmed ?? false,
  };
}

function ownRenaming(
  services: Pick<Services, 'store' | 'clock'>,
  uid: string,
  user: Versioned['data'],
  username: string,
): Promise<Batch | Refusal> | Refusal {
  if (user.accountType === 'Artist') {
    return refuse(
      'failed-precondition',
      'An artist’s works show their username, so it cannot change.',
    );
  }
  return changeUsername(services, uid, { before: readText(user.username), username });
}

function buildFields({ name, username }: Change, imageUrl: string | undefined) {
  return {
    ...(name !== undefined && { name }),
    ...(username !== undefined && { username, username_lower: username.toLowerCase() }),
    ...(imageUrl !== undefined && { profileImageUrl: imageUrl }),
  };
}

const textsOf = ({ about, links }: Change) => ({
  ...(about !== undefined && { about }),
  ...(links !== undefined && { links }),
});

const has = (data: object, fields: object): boolean =>
  isDeepStrictEqual({ ...data, ...fields }, { ...data });

/** Returns the public part of a user document: an artist appears under the artist name only. */
const publicPart = (user: Record<string, unknown>) => ({
  username: readText(user.username),
  name: readLine(user.ArtistName) || readLine(user.name),
  profileImageUrl: readText(user.profileImageUrl),
  accountType: user.accountType === 'Artist' ? 'Artist' : 'Fan',
});

const { namesADay, accountChangesADay } = rates;

/** Counts an actual change, of a name or of something else, toward its daily limit (N-PPL-20). */
function countChange(
  services: Needs,
  uid: string,
  { name, username }: Change,
  user: Versioned['data'],
): Promise<Refusal | undefined> {
  const isRenamed =
    (name !== undefined && name !== user.name) ||
    (username !== undefined && username !== user.username);
  const [of, what, most] = isRenamed
    ? (['names', 'a name of yours', namesADay] as const)
    : (['account changes', 'your account', accountChangesADay] as const);
  const sentence = `You changed ${what} ${most} times within a day. You can do this again`;
  return takeDaily(services, { name: of, who: uid, most, sentence });
}

const refuseConflict = () =>
  refuse('aborted', 'This account is being changed elsewhere. Try again.');

type Renaming = (user: Versioned['data'], username: string) => Promise<Batch | Refusal> | Refusal;

function writeChange(
  services: Needs,
  uid: string,
  change: Change,
  { imageUrl, rename }: { readonly imageUrl?: string | undefined; readonly rename: Renaming },
): Promise<Refusal | undefined> {
  const { store } = services;
  const paths = [docs.user(uid), docs.publicProfile(uid), docs.publicLogPerson(uid)] as const;
  let counted: Promise<Refusal | undefined> | undefined;
  return retryOnConflict(refuseConflict, async () => {
    const found = await store.read(paths);
    const [user, profile, stored] = paths.map((path) => found.get(path));
    if (!user) return unfinished();
    const fields = buildFields(change, imageUrl);
    const texts = textsOf(change);
    const isSame = has(user.data, fields) && has(readProfileTexts(profile?.data), texts);
    if (isSame && imageUrl === undefined) return undefined;
    const { username } = change;
    const names = username === undefined ? {} : await rename(user.data, username);
    if ('refused' in names) return names;
    counted ??= countChange(services, uid, change, user.data);
    const refused = await counted;
    if (refused) return refused;
    const person = stored ? readPerson(stored.data) : newPerson(uid);
    const written = await store.write(
      together([
        names,
        Object.keys(fields).length > 0 ? put(paths[0], fields, user) : {},
        put(paths[1], { ...publicPart({ ...user.data, ...fields }), ...texts }, profile),
        put(paths[2], { ...person, isPending: true }, stored),
      ]),
    );
    return written === 'conflict' ? written : undefined;
  });
}

/**
 * Changes a user's account, all of it or nothing (N-PPL-01). Of two changes of the same field the
 * later one wins; changes of different fields are both kept. Public pages follow; the sweep
 * finishes what fails to be shown.
 *
 * @returns the account as it is afterwards
 */
export async function change(
  services: Needs,
  uid: string,
  wanted: Change,
): Promise<Account | Refusal> {
  const picture = wanted.picture && (await takePicture(services, uid, wanted.picture));
  if (picture && 'refused' in picture) return picture;
  const refused = await writeChange(services, uid, wanted, {
    imageUrl: picture?.imageUrl,
    rename: (user, username) => ownRenaming(services, uid, user, username),
  });
  if (refused) return refused;
  if (wanted.username !== undefined) await nameLogin(services, uid, wanted.username);
  await show(services, uid);
  return ownAccount(services, uid);
}

/** Updates the login's name, which only a greeting uses (N-FST-08). */
async function nameLogin({ authUsers }: Reading, uid: string, username: string): Promise<void> {
  try {
    await authUsers.setName(uid, username);
  } catch (error) {
    log.warn('A login does not say its new username', { uid, error: String(error) });
  }
}

async function show(services: Needs, uid: string): Promise<void> {
  try {
    await showChoice(services, uid);
  } catch (error) {
    log.warn('A change is not shown everywhere yet; the sweep will', { uid, error: String(error) });
  }
}

/** Forces another username on a user, artists included, and notifies them in the same write (N-PPL-14). */
export async function renameUser(
  services: Needs,
  uid: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<'renamed' | 'taken' | 'changed meanwhile'> {
  const at = services.clock.now();
  const notified = notificationDocuments(`username:${at}`, uid, {
    kind: 'username-changed',
    at,
    from,
    to,
  });
  let isLate = false;
  const rename: Renaming = async (user) => {
    isLate = readText(user.username) !== from;
    if (isLate) return refuseConflict();
    const asked = { before: from, username: to, isForced: true } as const;
    const names = await changeUsername(services, uid, asked);
    return 'refused' in names ? names : together([names, { create: notified }]);
  };
  const refused = await writeChange(services, uid, { username: to }, { rename });
  if (isLate) return 'changed meanwhile';
  if (refused?.code === 'already-exists') return 'taken';
  if (refused) throw new Error(refused.message);
  await nameLogin(services, uid, to);
  await show(services, uid);
  return 'renamed';
}
