import {
  aSound,
  flacFile,
  id3Tag,
  wavFile,
} from '@datchain/functions/audio/testing/sound-files.ts';
import { aPicture } from '@datchain/functions/pictures/testing/pictures.ts';
import { aWav } from '@datchain/testing/browsers/release-form.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect } from '@playwright/test';
import { test } from 'vitest';
import { releaseSite } from './testing/release-site.ts';

const site = releaseSite();

test('[N-INP-09] recordings with odd headers show their outline and length, and play where the browser can', async () => {
  const { page } = await site.open('/release');
  const audio = page.getByLabel('Audio', { exact: true });
  const slider = page.getByRole('slider', { name: 'Where the preview starts' });
  const listen = page.getByRole('button', { name: 'Listen to the preview' });
  const song = aSound({ seconds: 24, sampleRate: 8_000 });
  const part = () => page.locator('audio').evaluate((heard: HTMLAudioElement) => heard.currentTime);
  const notes = [{ id: 'JUNK', bytes: 100_001 }];
  const odd: [string, Buffer][] = [
    ['a.wav', wavFile(song, { kind: 'BW64', bits: 20, before: notes })],
    ['b.wav', wavFile(song, { claimedBytes: 0, riffBytes: 36, bits: 12 })],
    ['c.flac', Buffer.concat([id3Tag(900), flacFile(song, { bits: 12, claimedSeconds: 0 })])],
  ];
  for (const [name, buffer] of odd) {
    await audio.setInputFiles({ name, mimeType: '', buffer });
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(slider).toHaveAttribute('aria-valuetext', 'from 0:06 to 0:18');
    const outline = page.locator('.clip-wave path');
    await expect(outline).toHaveAttribute('d', /v48\.0/);
    const heights = ((await outline.getAttribute('d')) ?? '').match(/(?<=v)[\d.]+/g)?.map(Number);
    // The sound swells and falls: the highest column is as high as the box, and not all are.
    expect(Math.min(...(heights ?? []))).toBeLessThan(24);
    await listen.click();
    await expect.poll(part).toBeGreaterThan(6.1);
    await page.getByRole('button', { name: 'Pause the preview' }).click();
  }
  await audio.setInputFiles({
    name: 'd.wav',
    mimeType: 'audio/wav',
    buffer: wavFile(song, { bits: 64 }),
  });
  await expect(page.getByText(/^This browser cannot play this file\./)).toBeVisible();
  await expect(listen).toHaveCount(0);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', 'from 0:07 to 0:19');
  expect(await axeFaults(page)).toEqual([]);
});

test('[N-INP-09] [N-INP-10] a file is checked by its content, with the server’s sentences, and the earlier file stays', async () => {
  const { page } = await site.open('/release');
  const artwork = page.getByLabel('Artwork', { exact: true });
  const audio = page.getByLabel('Audio', { exact: true });
  await expect(artwork).toHaveAccessibleDescription(
    'PNG, JPEG or WebP, up to 20 MB and 60 megapixels.',
  );
  const jpeg = await aPicture(300, 300).jpeg().toBuffer();
  await artwork.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: jpeg });
  await expect(page.getByText(/^300 × 300, /)).toBeVisible();
  await audio.setInputFiles(aWav('good.wav'));
  await expect(page.getByText('good.wav')).toBeVisible();
  const half = Buffer.concat([jpeg.subarray(0, jpeg.length >> 1), Buffer.from([0xff, 0xd9])]);
  const arithmetic = Buffer.from(jpeg);
  arithmetic[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9;
  const webp = await aPicture(300, 300).webp().toBuffer();
  const large = await aPicture(20, 20).png().toBuffer();
  large.writeUInt32BE(8_000, 16);
  large.writeUInt32BE(8_000, 20);
  const wide = Buffer.from(large);
  wide.writeUInt32BE(59_999_999, 16);
  wide.writeUInt32BE(1, 20);
  const song = aSound({ seconds: 24, sampleRate: 8_000, channels: 1 });
  const wav = wavFile(song, { bits: 32 });
  const broken = Buffer.from(wav);
  broken.writeFloatLE(Number.NaN, 44 + 4 * 8_000 * 13);
  const notWhole = /Artwork must be whole\. This file is cut off, damaged or of an unusual kind: /;
  for (const [field, name, buffer, sentence] of [
    [artwork, 'half.jpg', half, notWhole],
    [artwork, 'arithmetic.jpg', arithmetic, /cannot be a JPEG of this kind, which few programs /],
    [artwork, 'half.webp', webp.subarray(0, webp.length >> 1), notWhole],
    [artwork, 'large.png', large, /at most 60 megapixels\. This one has 8,000 × 8,000: make it/],
    [
      artwork,
      'wide.png',
      wide,
      /at most 20,000 pixels wide and high\. This one has 59,999,999 × 1: /,
    ],
    [artwork, 'a.gif', await aPicture(9, 9).gif().toBuffer(), /must be a PNG, JPEG or WebP file\./],
    [artwork, 'long.jpg', Buffer.concat([jpeg, Buffer.from('<p>')]), /has data after its image\./],
    [
      audio,
      'half.wav',
      wav.subarray(0, wav.length >> 1),
      /Audio is cut off: it ends before 0:12, though it says it lasts 0:24\./,
    ],
    [audio, 'broken.wav', broken, /samples that are not numbers, the first at 0:13\./],
    [audio, 'six.wav', wavFile(aSound({ channels: 6, seconds: 10 })), /must be mono or stereo\./],
  ] as const) {
    await field.setInputFiles({ name, mimeType: '', buffer });
    await expect(field).toHaveAccessibleDescription(sentence);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  }
  await expect(page.getByText('photo.png')).toBeVisible();
  await expect(page.getByText('good.wav')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
