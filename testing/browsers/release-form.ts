import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts } from './accounts.ts';

export type UploadedFile = { name: string; mimeType: string; buffer: Buffer };

export async function aPng(name = 'front.png', pixels = 600): Promise<UploadedFile> {
  const canvas = { width: pixels, height: pixels, channels: 3, background: '#A3C9DC' } as const;
  return { name, mimeType: 'image/png', buffer: await sharp({ create: canvas }).png().toBuffer() };
}

const SOUND_RATE = 22_050;
const second = Buffer.alloc(SOUND_RATE * 2);
for (let at = 0; at < SOUND_RATE; at++) {
  second.writeInt16LE(Math.round(9_000 * Math.sin((2 * Math.PI * 441 * at) / SOUND_RATE)), at * 2);
}

/** Makes a WAV file with this many bytes of sound; by default the minimum of ten seconds. */
export function aWav(name = 'master.wav', bytes = 10 * second.length): UploadedFile {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SOUND_RATE, 24);
  header.writeUInt32LE(SOUND_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return {
    name,
    mimeType: 'audio/wav',
    buffer: Buffer.concat([header, Buffer.alloc(bytes, second)]),
  };
}

export const aWord = (): string => `q${randomBytes(4).toString('hex')}`;

type SignIn = (page: Page, account: { email: string; password: string }) => Promise<void>;

export async function openForm(page: Page, signIn: SignIn): Promise<void> {
  await signIn(page, demoAccounts.operator);
  await page.goto('/release');
  await expect(page.getByRole('tab', { name: 'Build via Form' })).toBeVisible();
}

export const combo = (page: Page, name: string): Locator =>
  page.getByRole('combobox', { name, exact: true });

/**
 * Types into a user search field. The click comes first: otherwise the page scrolls to the field
 * while the list opens, which closes the list.
 */
export async function lookFor(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.fill(text);
}

export const options = (page: Page): Locator => page.getByRole('option').filter({ hasText: '@' });

export const choose = (page: Page, group: string, text: string): Promise<void> =>
  page.getByRole('group', { name: group }).getByText(text, { exact: true }).click();

export const profileQuestion = 'Do you have an artist profile?';

export async function pickArtist(page: Page, text: string): Promise<void> {
  await choose(page, profileQuestion, 'Yes');
  await lookFor(combo(page, 'Artist'), text);
  await options(page).first().click();
}

export async function expectKept(page: Page): Promise<void> {
  const line = page.getByText(/^Draft saved on this device, \d\d:\d\d$/);
  await expect(line).toHaveAttribute('aria-busy', 'false');
}

export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

export const tags = (page: Page, label: string): Locator =>
  page.getByRole('grid', { name: `${label}, added` }).getByRole('row');

export const reviewButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Review release' });

export async function fillIn(page: Page): Promise<void> {
  await pickArtist(page, 'adaokonjo');
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('kept.png', 500));
  await page.getByLabel('Audio', { exact: true }).setInputFiles(aWav('kept.wav'));
  await page.getByLabel('Song name').fill('Kept Song');
  await choose(page, 'Tier', 'Gold');
  await page.getByLabel('Genre').selectOption('R&B/Soul');
  await combo(page, 'Songwriters').fill('Joe Castellanos');
  await combo(page, 'Songwriters').press('Enter');
}
