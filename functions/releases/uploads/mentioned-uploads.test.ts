import { expect, test } from 'vitest';
import { mentionedUploads } from './mentioned-uploads.ts';

const host = 'https://firebasestorage.googleapis.com/v0/b/dats.appspot.com/o';
const address = (path: string) => `${host}/${encodeURIComponent(path)}?alt=media&token=t`;

test.each([
  ['an address as the server spells it', 'dat_audio/1_a.wav', address('dat_audio/1_a.wav')],
  ['a name with everything in it', 'dat_audio/1_wh?t #1 & "ü" (1)%2F.wav'],
  [
    'an address of another host',
    'dat_artwork/1_a.png',
    'http://10.0.0.1/x/dat_artwork/1_a.png?w=9',
  ],
  ['a path of the bucket', 'dat_audio/1_a b?.wav', 'gs://dats.appspot.com/dat_audio/1_a b?.wav'],
  ['the path alone', 'dat_audio/1_a.wav', 'dat_audio/1_a.wav'],
  [
    'an address in an address',
    'dat_artwork/1_a.png',
    `https://resize.example/?w=9&src=${encodeURIComponent(address('dat_artwork/1_a.png'))}`,
  ],
  ['an address in a sentence', 'dat_artwork/1_a.png', 'see gs://b/dat_artwork/1_a.png now'],
  ['broken escapes', 'dat_audio/1_%E0%A4%A.wav', 'gs://b/dat_audio/1_%E0%A4%A.wav'],
])('a stored value names an upload by %s', (_, path, text = address(path)) => {
  const stored = { assets: [null, 7, { id: 'x', deep: [{ SongURL: text }] }], at: new Date(0) };
  expect([...mentionedUploads(stored)]).toContain(path);
});

test('other addresses in a stored value name no upload', () => {
  const stored = [
    'https://example.com/a.png',
    '/covers/dat_art.png',
    address('profile_pictures/u'),
  ];
  expect([...mentionedUploads(stored)]).toEqual([]);
});
