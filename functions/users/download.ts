import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { takeDaily } from '../limits/daily.ts';
import type { Services } from '../services.ts';
import { liveValues, places } from './places.ts';

type Needs = Pick<Services, 'store' | 'authUsers' | 'live' | 'files' | 'clock' | 'limits'>;

const { downloadsADay } = rates;

/** Converts stored moments, which are objects of the database, to dates for JSON. */
const withPlainDates = (_key: string, value: unknown): unknown =>
  typeof value === 'object' &&
  value !== null &&
  'toDate' in value &&
  value.toDate instanceof Function
    ? value.toDate()
    : value;

/**
 * Builds one readable JSON file of everything that is stored about a user: what it is, where it is
 * stored, and what happens to it when the account is closed (N-PPL-02). Data about several users is
 * included only as the user's own lines. It costs as much as the user has, so it is limited per day.
 */
export async function download(services: Needs, uid: string): Promise<{ file: string } | Refusal> {
  const { store, authUsers, live, files, clock } = services;
  const refused = await takeDaily(services, {
    name: 'downloads',
    who: uid,
    most: downloadsADay,
    sentence: `You downloaded your data ${downloadsADay} times within a day. You can do this again`,
  });
  if (refused) return refused;
  const found = await Promise.all(
    places.map(async ({ what, end, find }) => ({
      what,
      whenClosed: end,
      stored: ((await find?.(store, uid)) ?? []).map(({ path, data }) => ({ path, data })),
    })),
  );
  const [login, picture, values] = await Promise.all([
    authUsers.find(uid),
    files.find(profilePicturePath(uid)),
    Promise.all(liveValues(uid).map(async (path) => ({ path, data: await live.read(path) }))),
  ]);
  const file = {
    about: 'Everything that is stored about this account.',
    madeAt: new Date(clock.now()).toISOString(),
    parts: [
      { what: 'Login', whenClosed: 'erased', stored: [{ path: 'login', data: login }] },
      ...found.filter(({ stored }) => stored.length > 0),
      { what: 'Live figures', whenClosed: 'kept', stored: values.filter(({ data }) => data) },
      {
        what: 'Picture',
        whenClosed: 'erased',
        stored: picture ? [{ path: picture.path, data: { size: picture.size } }] : [],
      },
    ],
  };
  return { file: JSON.stringify(JSON.parse(JSON.stringify(file, withPlainDates)), null, 2) };
}
