import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishDemoSounds } from '@datchain/demo/sounds.ts';
import { demoWorld } from '@datchain/demo/world/world.ts';
import { purchaseEdition } from '@datchain/shared/contracts/calls/editions.ts';
import { getListenLink } from '@datchain/shared/contracts/calls/listen.ts';
import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import { callAs } from '@datchain/testing/browsers/calls.ts';
import { giveTokens, nameAccount, offer } from '@datchain/testing/browsers/editions.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import { takeOffLists } from '@datchain/testing/browsers/releases.ts';
import { person } from '@datchain/testing/server/releasing.ts';
import { releaseRecording } from '@datchain/testing/server/works.ts';
import type { BrowserContext, Frame, Locator, Page } from '@playwright/test';

const loud = 'dat-night-bus-to-lagos';
const other = 'dat-salt-on-the-wires';

/**
 * Exposes the audio element of a page, since no document holds it. Its samples can be measured only
 * with CORS.
 */
async function withSound(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const Original = window.Audio;
    window.Audio = class extends Original {
      constructor() {
        super();
        this.crossOrigin = 'anonymous';
        Object.assign(window, { sound: this });
      }
    };
  });
}

const measureEnergy = (page: Page | Frame): Promise<number> =>
  page.evaluate(async () => {
    const heard = window as { sound?: HTMLMediaElement; analyser?: AnalyserNode };
    if (!heard.sound) return 0;
    if (!heard.analyser) {
      const context = new AudioContext();
      const source = context.createMediaElementSource(heard.sound);
      heard.analyser = context.createAnalyser();
      source.connect(heard.analyser).connect(context.destination);
      await context.resume();
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    const samples = new Float32Array(heard.analyser.fftSize);
    heard.analyser.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
  });

const position = (page: Page): Promise<number> =>
  page.evaluate(() => (window as { sound?: HTMLMediaElement }).sound?.currentTime ?? 0);

const playButton = (page: Page | Frame, song: string) =>
  page.getByRole('button', { name: `Play preview of ${song}` });
const pauseButton = (page: Page | Locator, song: string) =>
  page.getByRole('button', { name: `Pause preview of ${song}` });

test.beforeEach(async ({ stack: _found, context }) => {
  await withSound(context);
  const { dats } = demoWorld(new Date());
  await publishDemoSounds(dats.filter(({ id }) => id === loud || id === other));
});

test('[N-SND-02] [N-SND-03] [N-SND-11] a press on a card plays it, a second one pauses, another card takes over, and nothing was loaded before', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/dats');
  await page.waitForLoadState('networkidle');
  const ofSound = () => asked.filter((url) => /previews%2F|\/player\./.test(url));
  expect(ofSound()).toEqual([]);

  await playButton(page, 'Night Bus to Lagos').first().click();
  await expect(pauseButton(page, 'Night Bus to Lagos').first()).toBeVisible();
  await expect.poll(() => measureEnergy(page)).toBeGreaterThan(0.02);
  expect(ofSound().length).toBeGreaterThanOrEqual(2);
  await pauseButton(page, 'Night Bus to Lagos').first().click();
  await expect.poll(() => measureEnergy(page)).toBeLessThan(0.001);

  await playButton(page, 'Salt on the Wires').first().click();
  await expect(pauseButton(page, 'Salt on the Wires').first()).toBeVisible();
  await expect(playButton(page, 'Night Bus to Lagos').first()).toBeVisible();
  await expect(page).toHaveURL('/dats');
});

test('[N-SND-02] [N-SND-04] [N-SND-06] a preview on a DAT’s page is sought by keyboard, shows its position, and stops when another tab plays', async ({
  page,
  context,
}) => {
  await page.goto(`/viewdat/${loud}`);
  await playButton(page, 'Night Bus to Lagos').click();
  await expect.poll(() => position(page)).toBeGreaterThan(0.2);
  await expect.poll(() => measureEnergy(page)).toBeGreaterThan(0.02);
  const slider = page.getByRole('slider', { name: 'Position in the preview' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => position(page)).toBeGreaterThan(10);
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:1\d of 0:30$/);
  await page.keyboard.press('Space');
  await expect(playButton(page, 'Night Bus to Lagos')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(pauseButton(page, 'Night Bus to Lagos')).toBeVisible();
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(
    'Night Bus to Lagos (preview)',
  );

  const second = await context.newPage();
  await second.goto(`/viewdat/${other}`);
  await playButton(second, 'Salt on the Wires').click();
  await expect.poll(() => measureEnergy(second)).toBeGreaterThan(0.02);
  await expect(playButton(page, 'Night Bus to Lagos')).toBeVisible();
  await second.close();
});

test('[N-SND-05] a preview in the portal continues from screen to screen, and ends when its dock is closed', async ({
  page,
  signIn,
}) => {
  await signIn(page, demoAccounts.fan);
  await page.goto('/wallet');
  await playButton(page, 'Night Bus to Lagos').click();
  const dock = page.getByRole('region', { name: 'Now playing' });
  await expect(pauseButton(dock, 'Night Bus to Lagos')).toBeVisible();
  await expect.poll(() => measureEnergy(page)).toBeGreaterThan(0.02);
  await page.getByRole('link', { name: 'Night Bus to Lagos' }).click();
  await expect(page.getByRole('heading', { name: 'Night Bus to Lagos' })).toBeVisible();
  const before = await position(page);
  await expect.poll(() => position(page)).toBeGreaterThan(before);
  await expect.poll(() => measureEnergy(page)).toBeGreaterThan(0.02);
  await dock.getByRole('slider', { name: 'Position in the preview' }).press('ArrowRight');
  await expect.poll(() => position(page)).toBeGreaterThan(before + 5);
  await dock.getByRole('button', { name: 'Close the player' }).click();
  await expect(dock).toHaveCount(0);
  await expect.poll(() => measureEnergy(page)).toBeLessThan(0.001);
});

test('a preview that a card plays stays at the foot of a public page while it is scrolled', async ({
  page,
}) => {
  await page.goto('/dats');
  await playButton(page, 'Night Bus to Lagos').click();
  const dock = page.getByRole('region', { name: 'Now playing' });
  await page.mouse.wheel(0, 3_000);
  await expect(dock).toBeInViewport();
  await expect(dock.getByRole('link', { name: 'Night Bus to Lagos' })).toHaveAttribute(
    'href',
    new RegExp(`/viewdat/${loud}$`),
  );
  await expect(dock).toContainText('Ada Okonjo');
  await pauseButton(dock, 'Night Bus to Lagos').click();
  await expect.poll(() => measureEnergy(page)).toBeLessThan(0.001);
  await dock.getByRole('button', { name: 'Close the player' }).click();
  await expect(dock).toHaveCount(0);
});

test('[N-SND-10] the player can be heard in a page of another site', async ({ page, baseURL }) => {
  const frame = `<iframe src="${baseURL}/embed/${loud}" width="360" height="160"></iframe>`;
  const blog = createServer((_, response) => response.end(`<title>A blog</title>${frame}`));
  await new Promise<void>((resolve) => blog.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(blog.address() as AddressInfo).port}`);
    const framed = page.frames().find((each) => each.url().includes('/embed/'));
    if (!framed) throw new Error('Nothing is framed');
    await playButton(framed, 'Night Bus to Lagos').click();
    await expect.poll(() => measureEnergy(framed)).toBeGreaterThan(0.02);
    await expect(framed.getByRole('link', { name: 'Buy on datchain' })).toBeVisible();
    await page.goto('about:blank');
  } finally {
    blog.close();
  }
});

test('a missing preview says so beside its button', async ({ page, consoleGuard }) => {
  consoleGuard.expect(/404|previews%2F/);
  await page.goto('/viewdat/dat-halogen');
  await page.route('**/previews%2F**', (route) => route.fulfill({ status: 404 }));
  await playButton(page, 'Halogen').click();
  await expect(page.getByText('The preview cannot be played. Try again.')).toBeVisible();
  await expect(playButton(page, 'Halogen')).toBeVisible();
});

test('[N-SND-07] a holder hears the whole song in the wallet and saves the original, until somebody else has bought the edition', {
  tag: '@once',
}, async ({ page, admin, stack, market, newAccount, signIn }) => {
  const artist = await person();
  const { datId } = await releaseRecording({ artist, operatorUid: artist.uid });
  const [holder, buyer] = [await newAccount(), await newAccount()];
  for (const account of [holder, buyer]) await nameAccount(admin, account.uid);
  await giveTokens(market, holder, 10);
  await giveTokens(market, buyer, 20);
  const buy = (account: typeof holder, expectedPrice: number) =>
    callAs(stack, account, purchaseEdition.name, { datId, editionNumber: 1, expectedPrice });
  expect(await buy(holder, 10)).toMatchObject({ status: 200 });
  await stack.runScheduled('makeWholeSongsJob');

  await signIn(page, holder);
  await page.goto(`/wallet/dat/${datId}`);
  await page.getByRole('button', { name: 'Play the whole of Song' }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(0.2);
  await expect.poll(() => measureEnergy(page)).toBeGreaterThan(0.02);
  await page.getByRole('button', { name: 'Pause the whole of Song' }).click();
  await expect.poll(() => measureEnergy(page)).toBeLessThan(0.001);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the original' }).click();
  expect((await saving).suggestedFilename()).toBe(`${artist.artistName} - Song.wav`);

  await offer(stack, holder, { datId, editionNumber: 1, newPrice: 20 });
  expect(await buy(buyer, 20)).toMatchObject({ status: 200 });
  await expect(page.getByRole('heading', { name: 'The whole song' })).toHaveCount(0);
  expect(await callAs(stack, holder, getListenLink.name, { datId })).toMatchObject({
    status: 403,
    body: { error: { message: 'Only holders of an edition can hear the whole song.' } },
  });
  await takeOffLists(datId);
});
