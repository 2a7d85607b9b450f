import { randomBytes, randomUUID } from 'node:crypto';
import { takeDown } from '@datchain/functions/releases/take-down.ts';
import { services } from '@datchain/functions/services.ts';
import {
  type NewUser,
  storeNewProfile,
  storeNewUser,
} from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { Page, Request } from '@playwright/test';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { aPng as aPicture, putObject } from '../server/uploads.ts';
import { test as base, expect, type OwnAccount } from './fixtures.ts';
import { aPng, aWav, choose, combo, pickArtist, type UploadedFile } from './release-form.ts';

export { expect };

type ReleaseFixtures = {
  newOperator: () => Promise<OwnAccount>;
  artist: NewUser;
};

export const test = base.extend<ReleaseFixtures>({
  newOperator: async ({ admin, newAccount }, use) => {
    const list = admin.firestore.doc(docs.allowedUsers);
    const uids: string[] = [];
    await use(async () => {
      const account = await newAccount();
      uids.push(account.uid);
      await list.set({ users: FieldValue.arrayUnion(account.uid) }, { merge: true });
      return account;
    });
    if (uids.length > 0) await list.update({ users: FieldValue.arrayRemove(...uids) });
  },
  artist: async ({ admin: { firestore } }, use) => {
    const username = `e2e${randomBytes(4).toString('hex')}`;
    const uid = randomUUID();
    const artist: NewUser = {
      uid,
      email: `${username}@dats.test`,
      username,
      name: username,
      accountType: 'Artist',
      artistName: `The ${username} Band`,
      city: 'Leeds',
      country: 'United Kingdom',
      state: '',
      profileImageUrl: await putObject({
        path: `profile_pictures/${uid}`,
        bytes: aPicture(),
        contentType: 'image/png',
        uploader: uid,
      }),
    };
    await firestore.doc(docs.user(artist.uid)).set(storeNewUser(artist, Date.now()));
    await firestore.doc(docs.publicProfile(artist.uid)).set(storeNewProfile(artist));
    await use(artist);
    for (const datId of await releasedFor(firestore, artist.uid)) await takeOffLists(datId);
  },
});

async function releasedFor(firestore: Firestore, artistUid: string): Promise<string[]> {
  const pages = await firestore.collection(docs.assetsSummaries).get();
  return pages.docs
    .flatMap((page): { id: string; creatorId: string }[] => page.get('assets'))
    .filter(({ creatorId }) => creatorId === artistUid)
    .map(({ id }) => id);
}

/** Takes a work down, so that later journeys do not see it in lists. */
export async function takeOffLists(datId: string): Promise<void> {
  const outcome = await takeDown(services(), { datId, reason: 'A test has ended.' });
  const isDownAlready = isRefusal(outcome) && outcome.code === 'failed-precondition';
  if (isRefusal(outcome) && !isDownAlready) throw new Error(outcome.message);
}

interface Filled {
  readonly song: string;
  readonly artwork: UploadedFile;
  readonly audio: UploadedFile;
  readonly tier: string;
  readonly producers: readonly string[];
}

export const aSongName = (): string => `Song ${randomBytes(4).toString('hex')}`;

export function ownWav(name = 'master.wav'): UploadedFile {
  const file = aWav(name);
  randomBytes(16).copy(file.buffer, 64);
  return file;
}

export const bothFiles = async () => ({ artwork: await aPng('cover.png'), audio: ownWav() });

export async function fillForm(page: Page, artist: NewUser, filled: Filled): Promise<void> {
  await page.goto('/release');
  await page.getByRole('tab', { name: 'Build via Form' }).click();
  await pickArtist(page, artist.username);
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(filled.artwork);
  await page.getByLabel('Audio', { exact: true }).setInputFiles(filled.audio);
  await page.getByLabel('Song name').fill(filled.song);
  await choose(page, 'Tier', filled.tier);
  await page.getByLabel('Genre').selectOption('rnb_soul');
  for (const producer of filled.producers) {
    await combo(page, 'Producers').fill(producer);
    await combo(page, 'Producers').press('Enter');
  }
  await goToReview(page);
}

export async function goToReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review release' }).click();
  await expectReview(page);
}

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit' });

async function expectReview(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Review release' })).toBeVisible();
  await expect(submitButton(page)).toBeVisible();
}

export function recordReleasing(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'OPTIONS') requests.push(request);
  });
  const isCall = (request: Request) => /\/releaseDAT(FromSummary)?$/.test(request.url());
  const uploadOf = (request: Request): string | undefined => {
    const { pathname, searchParams } = new URL(request.url());
    return /^\/v0\/b\/[^/]+\/o$/.test(pathname) ? (searchParams.get('name') ?? '') : undefined;
  };
  const addressOf = (request: Request): string | undefined => {
    const name = /^\/v0\/b\/[^/]+\/o\/(.+)$/.exec(new URL(request.url()).pathname)?.[1];
    return name && request.method() === 'GET' ? decodeURIComponent(name) : undefined;
  };
  return {
    /** Returns the steps, e.g. 'upload dat_artwork', without consecutive repetitions. */
    steps: (): string[] =>
      requests
        .map((request) => {
          const [upload, address] = [uploadOf(request), addressOf(request)];
          if (upload !== undefined) return `upload ${upload.split('/')[0]}`;
          if (address !== undefined) return `address ${address.split('/')[0]}`;
          return isCall(request) ? `call ${request.url().split('/').at(-1)}` : '';
        })
        .filter((step, index, all) => step !== '' && step !== all[index - 1]),
    uploads: (): string[] => [...new Set(requests.flatMap((request) => uploadOf(request) ?? []))],
    calls: (): unknown[] => requests.filter(isCall).map((request) => request.postDataJSON()),
  };
}
