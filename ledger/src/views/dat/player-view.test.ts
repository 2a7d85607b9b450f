import { expect, test } from 'vitest';
import { aStoredAsset, storedData } from '../../../testing/stored-world.ts';
import { readStoredData } from '../../snapshot.ts';
import { recordingData } from '../page/structured-data.ts';
import { playerView, wave, wavePath } from './player-view.ts';

const preview = {
  file: 'dat-0-01234567.mp3',
  bytes: 480_653,
  seconds: 30,
  start: 64,
  songSeconds: 222.4,
  peaks: `z1${'i'.repeat(94)}`,
};

function datWith(changes: Record<string, unknown>) {
  const [dat] = readStoredData(storedData([aStoredAsset(0, changes)])).dats;
  if (!dat) throw new Error('The row was not read');
  return dat;
}

test('[N-SND-04] the page says which part of the work is heard, and draws its outline', () => {
  const view = playerView(datWith({ preview }));
  expect(view).toMatchObject({
    file: preview.file,
    length: '0:30',
    part: 'Preview, 1:04 to 1:34 of 3:42',
  });
  expect(view?.wave.startsWith(`M2 0v${wave.height}m4-19v2m4-10v18`)).toBe(true);
  expect(view?.wave.toLowerCase().split('m')).toHaveLength(97);
  // A narrow box has a third of the lines, each as high as the loudest of three.
  const narrow = wavePath(preview.peaks, 3);
  expect(narrow.startsWith(`M6 0v${wave.height}m12-27v18`)).toBe(true);
  expect(narrow.toLowerCase().split('m')).toHaveLength(33);
});

test('[N-SND-01] a work without a preview, or with a malformed one, has no player', () => {
  expect(playerView(datWith({}))).toBeUndefined();
  const broken = [
    null,
    'dat-0-01234567.mp3',
    { ...preview, file: '../secret.mp3' },
    { ...preview, file: 'https://evil.example/a.mp3' },
    { ...preview, bytes: -1 },
    { ...preview, seconds: 31 },
    { ...preview, seconds: '30' },
    { ...preview, start: 1.5 },
    { ...preview, songSeconds: 90 },
    { ...preview, peaks: 'zz' },
    { ...preview, peaks: `${'i'.repeat(95)}!` },
  ];
  for (const stored of broken) expect(playerView(datWith({ preview: stored }))).toBeUndefined();
});

test('[N-SND-09] a taken-down work has no player', () => {
  const takenDown = { at: 1, reason: 'A claim' };
  expect(playerView(datWith({ preview, takenDown }))).toBeUndefined();
});

test('[N-SND-07] implausible facts about the original sound are left out', () => {
  const original = { bytes: 41_234_567, format: 'FLAC' };
  const read = (stored: unknown) => datWith({ preview: { ...preview, original: stored } }).preview;
  expect(read(original)).toEqual({ ...preview, original });
  for (const wrong of [null, 'FLAC', { bytes: -1, format: 'WAV' }, { bytes: 1, format: 'MP3' }]) {
    expect(read(wrong)).toEqual(preview);
  }
});

test('structured data for search engines has the preview’s address and the length of the work', () => {
  const site = new URL('https://datchain.test');
  const previews = 'https://storage.test/v0/b/bucket/o/previews%2F';
  expect(recordingData(datWith({ preview }), { site, previews })).toMatchObject({
    duration: 'PT222S',
    audio: {
      '@type': 'AudioObject',
      contentUrl: `${previews}dat-0-01234567.mp3?alt=media`,
      encodingFormat: 'audio/mpeg',
      duration: 'PT30S',
    },
  });
  expect(recordingData(datWith({}), { site, previews })).not.toHaveProperty('audio');
});
