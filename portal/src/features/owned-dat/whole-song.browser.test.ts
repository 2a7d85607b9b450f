import { sweep } from '@datchain/testing/pure/scale.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { Answer } from '../../testing/calls.ts';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';

const portal = portalSite();

const TONE_SECONDS = 40;
const SAMPLE_RATE = 3_000;

const aTone = (page: Page): Promise<string> =>
  page.evaluate(
    ({ seconds, rate }) => {
      const sound = Uint8Array.from({ length: seconds * rate }, (_, at) => 128 + 60 * Math.sin(at));
      const header = new DataView(new ArrayBuffer(44));
      const letters = (at: number, text: string) =>
        [...text].forEach((letter, index) => {
          header.setUint8(at + index, letter.charCodeAt(0));
        });
      letters(0, 'RIFF');
      header.setUint32(4, 36 + sound.length, true);
      letters(8, 'WAVEfmt ');
      header.setUint32(16, 16, true);
      header.setUint16(20, 1, true);
      header.setUint16(22, 1, true);
      header.setUint32(24, rate, true);
      header.setUint32(28, rate, true);
      header.setUint16(32, 1, true);
      header.setUint16(34, 8, true);
      letters(36, 'data');
      header.setUint32(40, sound.length, true);
      return URL.createObjectURL(new Blob([header, sound], { type: 'audio/wav' }));
    },
    { seconds: TONE_SECONDS, rate: SAMPLE_RATE },
  );

const link = (url: string): Answer => ({ result: { url, expiresAt: 0, seconds: TONE_SECONDS } });
const over = 'https://storage.googleapis.com/dats/full/salt.mp3';

const preview = {
  file: 'salt-01234567.mp3',
  bytes: 480_653,
  seconds: 30,
  start: 60,
  songSeconds: 245.2,
  peaks: 'z'.repeat(96),
};

const holder = (calls: Record<string, Answer>, edition: object = {}): Given => ({
  user: { uid: 'fan', email: 'fan@dats.test' },
  documents: {
    'assetsSummary/main': { assets: [{ id: 'salt', SongName: 'Salt on the Wires' }] },
    'users/fan/wallet/main': {
      ownedDats: [{ id: 'salt', edition: 1, sold: false, isForSale: false, ...edition }],
    },
  },
  calls,
});

const play = (page: Page) =>
  page.getByRole('button', { name: 'Play the whole of Salt on the Wires' });
const pause = (page: Page) =>
  page.getByRole('button', { name: 'Pause the whole of Salt on the Wires' });
const slider = (page: Page) => page.getByRole('slider', { name: 'Position in the song' });
const at = async (page: Page) => Number(await slider(page).inputValue());
const open = (given: Given) => portal.open('/wallet/dat/salt', given);

async function openToHear() {
  const opened = await open(holder({}));
  const hear = async () => opened.answer('getListenLink', link(await aTone(opened.page)));
  await hear();
  return { ...opened, hear };
}

describe('the whole song of a work', () => {
  test('[N-SND-07] the whole song starts with a press, requests nothing before, is sought by keyboard and pauses', async () => {
    const { page, asked } = await openToHear();
    await expect(play(page)).toBeVisible();
    await expect(slider(page)).toBeDisabled();
    expect(asked).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    await play(page).click();
    await expect(pause(page)).toBeVisible();
    await expect.poll(() => at(page)).toBeGreaterThan(0.1);
    expect(asked.map(({ name, input }) => [name, input])).toEqual([
      ['getListenLink', { datId: 'salt' }],
    ]);
    await slider(page).focus();
    await page.keyboard.press('Space');
    await expect(play(page)).toBeVisible();
    const before = await at(page);
    for (const key of ['PageUp', 'ArrowLeft', 'ArrowRight', 'ArrowLeft']) {
      await page.keyboard.press(key);
    }
    await expect.poll(() => at(page)).toBeCloseTo(before + 25, 1);
    const there = await at(page);
    await page.keyboard.press('Space');
    await expect(pause(page)).toBeVisible();
    await expect.poll(() => at(page)).toBeGreaterThan(there);
    expect(asked).toHaveLength(1);
    expect(await axeFaults(page)).toEqual([]);
  });

  test('[N-SND-07] the player seeks one position at a time, ends at the last one wanted, and loses no press', async () => {
    const { page } = await openToHear();
    // Chromium may never arrive when it is sent elsewhere while it seeks.
    await page.evaluate(() => {
      const ways: string[] = [];
      const { load } = HTMLMediaElement.prototype;
      Object.assign(window, { ways });
      Object.assign(HTMLMediaElement.prototype, {
        load(this: HTMLMediaElement) {
          for (const way of ['seeking', 'seeked']) this.addEventListener(way, () => ways.push(way));
          load.call(this);
        },
      });
    });
    const press = (...keys: string[]) =>
      slider(page).evaluate((element, all) => {
        for (const key of all) {
          element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        }
      }, keys);
    await play(page).click();
    await expect.poll(() => at(page)).toBeGreaterThan(0.1);
    await press('PageUp', 'ArrowLeft', 'PageDown', 'ArrowRight', ' ');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '0:05 of 0:40');
    const ways = () => page.evaluate(() => (window as unknown as { ways: string[] }).ways);
    await expect.poll(ways).toEqual(['seeking', 'seeked', 'seeking', 'seeked']);

    await press(' ');
    await expect.poll(() => at(page)).toBeGreaterThan(5);
    await press(' ', ' ');
    const there = await at(page);
    await expect.poll(() => at(page)).toBeGreaterThan(there);
    await press(' ');
    await expect(play(page)).toBeVisible();
  });

  test('[N-SND-07] the player seeks on to a position chosen just before the browser reports the last one', async () => {
    const { page } = await openToHear();
    await page.evaluate(() => {
      const keys = (...all: string[]) => {
        for (const key of all) {
          const event = new KeyboardEvent('keydown', { key, bubbles: true });
          document.querySelector('.whole-song-position')?.dispatchEvent(event);
        }
      };
      let step: 'before' | 'on the way' | 'arrived' = 'before';
      window.Audio = class extends window.Audio {
        constructor() {
          super();
          this.addEventListener('seeking', () => {
            if (step === 'before') step = 'on the way';
          });
          // On arrival, the browser reports its position first, and then `seeked`.
          this.addEventListener('timeupdate', () => {
            if (step !== 'on the way' || this.seeking) return;
            step = 'arrived';
            keys('ArrowLeft', ' ');
          });
        }
      };
      Object.assign(window, { keys });
    });
    await play(page).click();
    await expect.poll(() => at(page)).toBeGreaterThan(0.1);
    await page.evaluate(() => {
      (window as unknown as { keys(...all: string[]): void }).keys('PageUp', 'ArrowRight');
    });
    await expect(play(page)).toBeVisible();
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '0:30 of 0:40');
  });

  test('[N-SND-07] when its address expires, the player requests another and keeps its position, playing or paused', async () => {
    portal.expectComplaint(/./);
    const { page, asked } = await openToHear();
    await expect(play(page)).toBeVisible();
    await page.evaluate(() => {
      window.Audio = class extends window.Audio {
        constructor() {
          super();
          Object.assign(window, { sound: this });
        }
      };
    });
    await play(page).click();
    await expect.poll(() => at(page)).toBeGreaterThan(0.1);
    await slider(page).focus();
    await page.keyboard.press('PageUp');
    await expect.poll(() => at(page)).toBeGreaterThan(30.1);
    // The browser requests more of the sound from an expired address.
    const runOut = () =>
      page.evaluate((address) => {
        const { sound } = window as { sound?: HTMLAudioElement };
        if (sound) sound.src = address;
      }, over);
    await runOut();
    await expect.poll(() => asked.length).toBe(2);
    await expect(pause(page)).toBeVisible();
    await expect.poll(() => at(page)).toBeGreaterThan(31.5);
    await page.keyboard.press('Space');
    await expect(play(page)).toBeVisible();
    await runOut();
    await expect.poll(() => asked.length).toBe(3);
    await expect(play(page)).toBeVisible();
    await play(page).click();
    await expect(pause(page)).toBeVisible();
    await expect.poll(() => at(page)).toBeGreaterThan(31.6);
  });

  test('[N-SND-07] the player reports a second bad address, and another press tries again', async () => {
    portal.expectComplaint(/./);
    const { page, asked, answer, hear } = await openToHear();
    answer('getListenLink', link(over));
    await play(page).click();
    await expect(page.getByText('The song cannot be played. Try again.')).toBeVisible();
    expect(asked).toHaveLength(2);
    await hear();
    await play(page).click();
    await expect(pause(page)).toBeVisible();
    await expect(page.getByText('The song cannot be played. Try again.')).toHaveCount(0);
  });

  type Refusal = [status: number, said: string];
  const worst: Refusal[] = [[403, 'Only holders of an edition can hear the whole song.']];
  const others: Refusal[] = [
    [400, 'This DAT has been taken down.'],
    [503, 'The whole song is being prepared. Try again in a minute.'],
  ];
  test.each(sweep(worst, others))(
    '[N-SND-07] the player shows the sentence of a %i answer',
    async (status, message) => {
      portal.expectComplaint(new RegExp(String(status)));
      const { page } = await open(holder({ getListenLink: { status, message } }));
      await play(page).click();
      await expect(page.getByText(message)).toBeVisible();
      await expect(play(page)).toBeVisible();
      await page.reload();
      await page.getByRole('button', { name: 'Download the original' }).click();
      await expect(page.getByText(message)).toBeVisible();
    },
  );

  test('[N-SND-07] the original is downloaded by a request of its own, whose address is opened', async () => {
    const saved = 'https://storage.googleapis.com/dats/dat_audio/salt.wav';
    const { page, asked } = await open(holder({ getListenLink: link(saved) }));
    const download = page.getByRole('button', { name: 'Download the original' });
    // No size was stored when this work was released.
    await expect(download).toHaveText('Download the original');
    await download.click();
    await expect(page).toHaveURL(saved);
    expect(asked.map(({ input }) => input)).toEqual([{ datId: 'salt', download: true }]);
  });

  test('[N-SND-07] the download button names the size and format of the original without a request', async () => {
    const sized = holder({});
    const song = { ...preview, original: { bytes: 43_306_000, format: 'WAV' } };
    const assets = [{ id: 'salt', SongName: 'Salt on the Wires', preview: song }];
    const documents = { ...sized.documents, 'assetsSummary/main': { assets } };
    const { page, asked } = await open({ ...sized, documents });
    const download = page.getByRole('button', { name: 'Download the original' });
    await expect(download).toHaveText('Download the original, 41.3 MB, WAV');
    expect(await download.textContent()).toContain('41.3\u00a0MB');
    expect(asked).toEqual([]);
  });

  test('the whole song pauses when another tab of the site plays', {
    tags: 'long',
  }, async () => {
    const { page } = await openToHear();
    await play(page).click();
    await expect(pause(page)).toBeVisible();
    await page.evaluate(() => new BroadcastChannel('preview').postMessage('plays'));
    await expect(play(page)).toBeVisible();
  });

  test('the whole song stays paused when Pause was pressed just before it began', {
    tags: 'long',
  }, async () => {
    const { page } = await openToHear();
    await expect(play(page)).toBeVisible();
    await page.evaluate(() => {
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function () {
        Object.assign(window, { sound: this });
        HTMLMediaElement.prototype.play = play;
        // Before the browser fires the play event.
        queueMicrotask(() => document.querySelector<HTMLElement>('.whole-song .play')?.click());
        return play.call(this);
      };
    });
    await play(page).click();
    const readiness = () =>
      page.evaluate(() => (window as { sound?: HTMLAudioElement }).sound?.readyState ?? 0);
    await expect.poll(readiness).toBeGreaterThan(0);
    await expect(play(page)).toBeVisible();
    await play(page).click();
    await expect.poll(() => at(page)).toBeGreaterThan(0.1);
  });

  test('[N-SND-07] the whole song is not offered to someone who has sold the edition', async () => {
    const { page } = await open(holder({}, { sold: true }));
    await expect(page.getByRole('heading', { name: 'DAT #1' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The whole song' })).toHaveCount(0);
  });
});
