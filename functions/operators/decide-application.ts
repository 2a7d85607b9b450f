import {
  readAllowedUsers,
  readOwnWorksOnly,
} from '@datchain/shared/contracts/documents/allowed-users.ts';
import {
  type Application,
  readApplication,
} from '@datchain/shared/contracts/documents/application.ts';
import type { Decided } from '@datchain/shared/contracts/documents/notification.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { notificationDocuments } from '../mail/notification-documents.ts';
import { freeName } from '../names/claim-artist-name.ts';
import type { Services } from '../services.ts';
import { type Batch, put, together } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

export interface ApplicationDecision {
  readonly uid: string;
  readonly isAllowed: boolean;
  readonly reason: string;
  readonly seenAt: number | undefined;
  readonly record: Batch;
}

const notification = ({ uid, at }: Application, news: Decided): Batch => ({
  create: notificationDocuments(`application:${at}`, uid, news),
});

/** Puts an applicant on the release list, for their own works; a fan becomes the artist they named. */
async function buildAllowance({ store }: Needs, { uid, artistName }: Application): Promise<Batch> {
  const [userPath, profilePath] = [docs.user(uid), docs.publicProfile(uid)];
  const found = await store.read([docs.allowedUsers, userPath, profilePath]);
  const list = found.get(docs.allowedUsers);
  const [users, own] = [readAllowedUsers(list?.data), readOwnWorksOnly(list?.data)];
  const listed = users.includes(uid)
    ? {}
    : put(docs.allowedUsers, { users: [...users, uid], ownWorksOnly: [...own, uid] }, list);
  const [user, profile] = [found.get(userPath), found.get(profilePath)];
  if (!user || !profile || user.data.accountType === 'Artist') return listed;
  const accountType = 'Artist';
  const named = { accountType, ArtistName: artistName, ArtistNameLower: artistName.toLowerCase() };
  return together([
    listed,
    put(userPath, named, user),
    put(profilePath, { accountType, name: artistName }, profile),
  ]);
}

async function buildDecline(services: Needs, { uid }: Application): Promise<Batch> {
  const path = docs.user(uid);
  const user = (await services.store.read([path])).get(path);
  return user?.data.accountType === 'Artist' ? {} : freeName(services, uid);
}

/**
 * Allows or declines an application, tells the applicant and keeps the record, all in one write
 * (N-PPL-09, N-PPL-10). Refused when another operator was faster or the application has changed.
 */
export async function decideApplication(
  services: Needs,
  { uid, isAllowed, reason, seenAt, record }: ApplicationDecision,
): Promise<Refusal | undefined> {
  const { store, clock } = services;
  const path = docs.application(uid);
  return retryOnConflict(alwaysLate('this application'), async () => {
    const stored = (await store.read([path])).get(path);
    const application = stored && readApplication(stored.data);
    if (!application) return refuse('not-found', 'There is no such application.');
    if (application.state !== 'waiting') {
      return refuse('failed-precondition', 'Somebody else has decided this application.');
    }
    if (seenAt !== undefined && seenAt !== application.at) {
      return refuse('aborted', 'The application has changed. Refresh the page.');
    }
    const news = { kind: 'application-decided', at: clock.now(), isAllowed, reason } as const;
    const state = isAllowed ? 'allowed' : 'declined';
    const change = await (isAllowed ? buildAllowance : buildDecline)(services, application);
    const written = await store.write(
      together([
        put(path, { state, reason }, stored),
        change,
        notification(application, news),
        record,
      ]),
    );
    return written === 'conflict' ? written : undefined;
  });
}
