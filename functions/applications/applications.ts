import type {
  ApplicationInput,
  ApplicationState,
} from '@datchain/shared/contracts/calls/application.ts';
import { readAllowedUsers } from '@datchain/shared/contracts/documents/allowed-users.ts';
import {
  type Application,
  readApplication,
} from '@datchain/shared/contracts/documents/application.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { formatDuration } from '@datchain/shared/domain/format.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { perDay } from '../limits/windows.ts';
import { nameApplicant } from '../names/claim-artist-name.ts';
import { indexOldArtistNames } from '../names/index-artist-names.ts';
import type { Services } from '../services.ts';
import { put, type Versioned } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'authUsers' | 'artists' | 'limits'>;

interface Applicant {
  readonly stored: Versioned | undefined;
  readonly application: Application | undefined;
  readonly user: Versioned['data'] | undefined;
  readonly mayRelease: boolean;
}

async function readApplicant({ store }: Pick<Needs, 'store'>, uid: string): Promise<Applicant> {
  const [path, userPath] = [docs.application(uid), docs.user(uid)];
  const found = await store.read([path, userPath, docs.allowedUsers]);
  const stored = found.get(path);
  return {
    stored,
    application: stored && readApplication(stored.data),
    user: found.get(userPath)?.data,
    mayRelease: readAllowedUsers(found.get(docs.allowedUsers)?.data).includes(uid),
  };
}

const isArtist = ({ user }: Applicant): boolean => user?.accountType === 'Artist';

function stateOf({ application, mayRelease }: Applicant): ApplicationState['state'] {
  if (mayRelease) return 'allowed';
  return !application || application.state === 'allowed' ? 'none' : application.state;
}

/** Returns the state of a user's application to release, and what they sent (N-PPL-09). */
export async function ownApplication(
  services: Pick<Needs, 'store'>,
  uid: string,
): Promise<ApplicationState> {
  const applicant = await readApplicant(services, uid);
  const { application, user } = applicant;
  const state = stateOf(applicant);
  const own = isArtist(applicant) ? readLine(user?.ArtistName) : '';
  return {
    state,
    username: readText(user?.username),
    artistName: own || (application?.artistName ?? ''),
    isArtist: isArtist(applicant),
    sent: application ? sentOf(application) : null,
    reason: state === 'declined' ? (application?.reason ?? null) : null,
  };
}

const sentOf = ({ artistName, musicUrl, pageUrl, owns, note }: Application) => ({
  artistName,
  musicUrl,
  pageUrl,
  owns,
  note,
});

const { applicationsADay } = rates;

const refuseTooManyChanges = (waitSeconds: number): Refusal =>
  refuse(
    'resource-exhausted',
    `You sent or changed your application ${applicationsADay} times within a day. You can change it again in ${formatDuration(waitSeconds * 1_000)}.`,
  );

/** Refuses an artist name that is not the account's own or is taken. A fan's name is reserved for them. */
async function checkName(
  services: Needs,
  uid: string,
  applicant: Applicant,
  name: string,
): Promise<Refusal | undefined> {
  if (isArtist(applicant)) {
    return readLine(applicant.user?.ArtistName) === name
      ? undefined
      : refuse('invalid-argument', 'The artist name is not this account’s.');
  }
  await indexOldArtistNames(services);
  const named = await nameApplicant(services, uid, name);
  return isRefusal(named) ? named : undefined;
}

/**
 * Sends or corrects a user's application to release (N-PPL-09). An unchanged one is not written
 * again; after a decline it counts as a new one. Refused after ten changes within a day.
 */
export async function apply(
  services: Needs,
  uid: string,
  input: ApplicationInput,
): Promise<ApplicationState | Refusal> {
  const path = docs.application(uid);
  let taken: Promise<number | undefined> | undefined;
  const refusal = await retryOnConflict(alwaysLate('this application'), async () => {
    const applicant = await readApplicant(services, uid);
    const { application, stored, user, mayRelease } = applicant;
    if (!user) return refuse('failed-precondition', 'Finish signing up first.');
    if (mayRelease) return refuse('failed-precondition', 'You can release already.');
    const refused = await checkName(services, uid, applicant, input.artistName);
    if (refused) return refused;
    const isSame =
      application?.state === 'waiting' &&
      JSON.stringify(sentOf(application)) === JSON.stringify(sentOf({ ...application, ...input }));
    if (isSame) return undefined;
    taken ??= services.limits.take('applications', uid, perDay(applicationsADay));
    const waitSeconds = await taken;
    if (waitSeconds !== undefined) return refuseTooManyChanges(waitSeconds);
    const data: Application = {
      uid,
      ...sentOf({ ...input, uid, state: 'waiting', at: 0, reason: null }),
      state: 'waiting',
      at: services.clock.now(),
      reason: null,
    };
    const written = await services.store.write(put(path, data, stored));
    return written === 'conflict' ? written : undefined;
  });
  return refusal ?? ownApplication(services, uid);
}
