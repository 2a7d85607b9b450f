import {
  aPng,
  aWav,
  choose,
  combo,
  expectKept,
  lookFor,
  options,
  profileQuestion,
  reviewButton,
} from '@datchain/testing/browsers/release-form.ts';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import type { PlayedServices } from '../../testing/played/played-services.ts';
import { playUsers } from './testing/played-documents.ts';
import { releaseSite } from './testing/release-site.ts';

const site = releaseSite();

const refuse = (context: BrowserContext, kinds: readonly ('File' | 'ArrayBuffer')[]) =>
  context.addInitScript((names) => {
    const isRefused = (value: unknown): boolean =>
      names.some((name) => value instanceof window[name]) ||
      (value instanceof Object && Object.values(value).some((each) => isRefused(each)));
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      const request = put.call(this, isRefused(value) ? 'nothing' : value, key);
      if (isRefused(value)) this.transaction.abort();
      return request;
    };
  }, kinds);

const silence = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.defineProperty(IDBObjectStore.prototype, 'transaction', { get: () => ({}) });
  });

function open(prepare: (context: BrowserContext) => Promise<unknown>) {
  return site.open('/release', async (services: PlayedServices, context) => {
    playUsers(services, () => [{ username: 'adaokonjo', artistName: 'Ada Okonjo' }]);
    await prepare(context);
  });
}

async function fillIn(page: Page): Promise<void> {
  await choose(page, profileQuestion, 'Yes');
  await lookFor(combo(page, 'Artist'), 'ada');
  await options(page).first().click();
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('front.png', 300));
  await page.getByLabel('Audio', { exact: true }).setInputFiles(aWav('master.wav'));
  await page.getByLabel('Song name').fill('Night Bus');
  await page.getByLabel('Genre').selectOption('Rap');
}

test('[R-REL-06] a name typed while a file is checked stays, whichever file is ready first', async () => {
  const { page } = await open((context) =>
    context.addInitScript(() => {
      const { arrayBuffer } = Blob.prototype;
      const checked = new Promise((resolve) => addEventListener('checked', resolve));
      Blob.prototype.arrayBuffer = async function () {
        await checked;
        return arrayBuffer.call(this);
      };
    }),
  );
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('front.png', 300));
  await page.getByLabel('Audio', { exact: true }).setInputFiles(aWav('master.wav'));
  await page.getByLabel('Song name').fill('Night Bus');
  await expectKept(page);
  await page.evaluate(() => void dispatchEvent(new Event('checked')));
  await expect(page.getByText(/^300 × 300/)).toBeVisible();
  await expect(page.getByText('master.wav')).toBeVisible();
  await expect(page.getByLabel('Song name')).toHaveValue('Night Bus');
});

test('a draft outlives a reload with its files, goes to the review, and can be started over', async () => {
  const { page } = await open(async () => {});
  const songName = page.getByLabel('Song name');
  await fillIn(page);
  await expectKept(page);
  await reviewButton(page).click();
  await expect(page).toHaveURL(/view-dat-submission/);
  await page.goBack();
  await page.reload();
  await expect(combo(page, 'Artist')).toHaveValue('Ada Okonjo (@adaokonjo)');
  await expect(page.getByText(/^300 × 300/)).toBeVisible();
  await expect(page.getByText('master.wav')).toBeVisible();
  await expect(songName).toHaveValue('Night Bus');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Remove draft' }).click();
  await expect(page.getByRole('tab', { name: 'Build via Form' })).toBeFocused();
  await expect(songName).toHaveValue('');
  await page.reload();
  await expect(songName).toHaveValue('');
  await expect(page.getByText('master.wav')).toHaveCount(0);
});

test('[N-BRW-03] a device that refuses files keeps the text and a copy of each small file over a reload', async () => {
  const { page } = await open((context) => refuse(context, ['File']));
  await fillIn(page);
  await expectKept(page);
  await page.reload();
  await expect(page.getByLabel('Song name')).toHaveValue('Night Bus');
  await expect(page.getByText('front.png')).toBeVisible();
  await expect(page.getByText(/^300 × 300/)).toBeVisible();
  await expect(page.getByText('master.wav')).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Where the preview starts' })).toBeVisible();
  await reviewButton(page).click();
  await expect(page).toHaveURL(/view-dat-submission/);
  await expect(page.getByRole('main')).toContainText('master.wav');
});

test('[N-BRW-03] a device that refuses every file keeps the text over a reload, and the form says which files to choose again', async () => {
  const { page } = await open((context) => refuse(context, ['File', 'ArrayBuffer']));
  await fillIn(page);
  const status = page.getByRole('complementary', { name: 'Preview' }).getByRole('status');
  await expect(status).toHaveText(
    'Your text is saved on this device. If you reload or close this page, choose the artwork and the audio again.',
  );
  await reviewButton(page).click();
  await expect(page).toHaveURL(/view-dat-submission/);
  await expect(page.getByRole('main')).toContainText('master.wav');

  await page.goBack();
  await expect(page.getByText('master.wav')).toBeVisible();
  await expect(status).toContainText('choose the artwork and the audio again');
  await page.getByRole('button', { name: 'Remove artwork' }).click();
  await expect(status).toHaveText(
    'Your text is saved on this device. If you reload or close this page, choose the audio again.',
  );
  await page.reload();
  await expect(page.getByLabel('Song name')).toHaveValue('Night Bus');
  await expect(page.getByLabel('Genre')).toHaveValue('hip_hop_rap');
  await expect(combo(page, 'Artist')).toHaveValue('Ada Okonjo (@adaokonjo)');
  await expect(page.getByText('master.wav')).toHaveCount(0);
});

test('[N-BRW-03] a device whose store never answers blocks nobody from the review', async () => {
  const { page } = await open(silence);
  await fillIn(page);
  await expect(page.getByText('It is lost when this page is reloaded or closed.')).toBeVisible();
  await reviewButton(page).click();
  await expect(page).toHaveURL(/view-dat-submission/);
  await expect(page.getByRole('main')).toContainText('Night Bus');
  await expect(page.getByRole('main')).toContainText('master.wav');
});
