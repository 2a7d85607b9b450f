import { randomUUID } from 'node:crypto';
import type { NewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import { releaseFiles } from '@datchain/shared/domain/release-files.ts';
import { uploadAs } from '@datchain/testing/server/client-uploads.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { traces } from '@datchain/testing/server/traces.ts';
import { aPng, putObject, songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { aPicture } from '../pictures/testing/pictures.ts';

const m = market();
const r = releasing(m);

let artist: NewUser;
let good: { ArtworkURL: string; SongURL: string };
let operator: Fan;

beforeAll(async () => {
  [operator, artist] = [await r.operator(), await r.person()];
  good = await uploadFiles(operator);
});

/**
 * Sends a song, expects no trace of it, and returns the answer. Calls are limited, so each uses a
 * new operator.
 */
async function answerTo(change: object, uploader = operator): Promise<[number, string]> {
  const songs = [{ ...songFor(artist, good), ...change }];
  const { status, body } = await m.call('releaseDAT', { songs }, uploader.token);
  expect(await traces(uploader.uid)).toEqual([]);
  return [status, body.error?.message];
}

const fresh = async () => {
  operator = await r.operator();
  good = await uploadFiles(operator);
};

const place = (folder: string, extension: string) => `${folder}/${randomUUID()}.${extension}`;
const invalidLocation = [400, 'Invalid file location.'];
const noPicture = [400, 'Artwork must be a PNG, JPEG or WebP file.'];
const noEnd = [
  400,
  'The artwork file has data after its image. Save it again with an image editor.',
];
const notWhole = [
  400,
  'Artwork must be whole. This file is cut off, damaged or of an unusual kind: save it again with an image editor.',
];
const noRecording = [400, 'Audio must be a WAV or FLAC file.'];

/** Files that the storage rules accept because their uploader lies about the type. */
const liars: [string, Buffer, typeof noPicture][] = [
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), noPicture],
  [
    'HTML behind the signature of a PNG',
    Buffer.concat([aPng().subarray(0, 8), Buffer.from('<html>')]),
    noPicture,
  ],
  [
    'HTML behind a picture',
    Buffer.concat([aPng(), Buffer.from('<script>alert(1)</script>')]),
    noEnd,
  ],
  ['half a picture', aPng(9_000).subarray(0, 5_000), notWhole],
];

describe('a file is refused by its content, whatever its name and its uploader say', () => {
  test.each(liars)('[M-54] %s is refused as artwork', async (_, bytes, expected) => {
    await fresh();
    const path = place('dat_artwork', 'png');
    const ArtworkURL = await uploadAs(operator, { path, bytes, contentType: 'image/png' });
    expect(await answerTo({ ArtworkURL })).toEqual(expected);
  });

  test('[N-INP-10] half a picture that was closed again, one of too many pixels, and a rare JPEG are refused', async () => {
    const jpeg = await aPicture(300, 200).jpeg().toBuffer();
    const arithmetic = Buffer.from(jpeg);
    arithmetic[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9;
    const large = await aPicture(20, 20).png().toBuffer();
    large.writeUInt32BE(8_000, 16);
    large.writeUInt32BE(8_000, 20);
    for (const [bytes, expected] of [
      [Buffer.concat([jpeg.subarray(0, jpeg.length >> 1), Buffer.from([0xff, 0xd9])]), notWhole],
      [
        large,
        [
          400,
          'Artwork can have at most 60 megapixels. This one has 8,000 × 8,000: make it smaller.',
        ],
      ],
      [
        arithmetic,
        [
          400,
          'Artwork cannot be a JPEG of this kind, which few programs show: save it again with an image editor.',
        ],
      ],
    ] as const) {
      await fresh();
      const path = place('dat_artwork', 'jpg');
      const ArtworkURL = await uploadAs(operator, { path, bytes, contentType: 'image/jpeg' });
      expect(await answerTo({ ArtworkURL })).toEqual(expected);
    }
  });

  test('[N-INP-10] a JPEG that is named a PNG is released', async () => {
    await fresh();
    const bytes = await aPicture(300, 200).jpeg().toBuffer();
    const path = place('dat_artwork', 'png');
    const ArtworkURL = await uploadAs(operator, { path, bytes, contentType: 'image/png' });
    const songs = [{ ...songFor(artist, good), ArtworkURL }];
    expect((await m.call('releaseDAT', { songs }, operator.token)).status).toBe(200);
  });

  test.each([
    ['HTML', Buffer.from('<!doctype html>')],
    ['a WebP, which is a RIFF like a WAV', Buffer.from('RIFF\x10\0\0\0WEBPVP8 \0\0\0\0', 'latin1')],
  ])('[M-54] %s is refused as audio', async (_, bytes) => {
    await fresh();
    const path = place('dat_audio', 'wav');
    const SongURL = await uploadAs(operator, { path, bytes, contentType: 'audio/wav' });
    expect(await answerTo({ SongURL })).toEqual(noRecording);
  });

  test('files that the storage rules would refuse are refused here too', async () => {
    await fresh();
    const { uid: uploader } = operator;
    const path = place('dat_artwork', 'svg');
    const svg = { path, bytes: aPng(), contentType: 'image/svg+xml' };
    await expect(uploadAs(operator, svg)).rejects.toThrow('storage/unauthorized');
    const ArtworkURL = await putObject({ ...svg, uploader });
    expect(await answerTo({ ArtworkURL })).toEqual(noPicture);
    const empty = {
      path: place('dat_audio', 'wav'),
      bytes: Buffer.alloc(0),
      contentType: 'audio/wav',
    };
    await expect(uploadAs(operator, empty)).rejects.toThrow('storage/unauthorized');
    const SongURL = await putObject({ ...empty, uploader });
    expect(await answerTo({ SongURL })).toEqual([400, 'Audio must not be an empty file.']);
  });

  test.each(['html', 'svg', 'png.exe', 'wav'])(
    '[M-54] a picture that is named .%s and stored as text/html is refused',
    async (extension) => {
      await fresh();
      const path = place('dat_artwork', extension);
      const ArtworkURL = await uploadAs(operator, {
        path,
        bytes: aPng(),
        contentType: 'text/html',
      }).catch(() =>
        putObject({ path, bytes: aPng(), contentType: 'text/html', uploader: operator.uid }),
      );
      expect(await answerTo({ ArtworkURL })).toEqual(noPicture);
    },
  );

  test('an upload in place of another one, and one outside its folder, are refused', async () => {
    await fresh();
    const png = { path: place('dat_artwork', 'png'), bytes: aPng(), contentType: 'image/png' };
    await uploadAs(operator, png);
    await expect(uploadAs(operator, png)).rejects.toThrow('storage/unauthorized');
    for (const path of ['dat_artwork/../profile_pictures/x', '../dat_artwork/x.png']) {
      await expect(uploadAs(operator, { ...png, path })).rejects.toThrow('storage/unauthorized');
    }
  });

  test('a file one byte too large is refused, and the size below is accepted', async () => {
    await fresh();
    const { maxBytes } = releaseFiles.artwork;
    const large = (size: number) => ({
      path: place('dat_artwork', 'png'),
      bytes: aPng(size),
      contentType: 'image/png',
    });
    await expect(uploadAs(operator, large(maxBytes + 1))).rejects.toThrow('storage/unauthorized');
    const above = await putObject({ ...large(maxBytes + 1), uploader: operator.uid });
    expect(await answerTo({ ArtworkURL: above })).toEqual([400, 'Artwork can be at most 20 MB.']);
    const songs = [
      { ...songFor(artist, good), ArtworkURL: await uploadAs(operator, large(maxBytes)) },
    ];
    expect((await m.call('releaseDAT', { songs }, operator.token)).status).toBe(200);
  });
});

describe('an address that is not of an upload of this operator is refused', () => {
  const change = (turn: (url: URL) => void) => () => {
    const url = new URL(good.ArtworkURL);
    turn(url);
    return url.href;
  };
  const cases: [string, () => string | Promise<string>][] = [
    ['another site with our path', change((url) => (url.hostname = 'localhost.example.com'))],
    ['our site with a name and a password', change((url) => (url.username = 'ann'))],
    ['an object that does not exist', () => good.ArtworkURL.replace('.png', '.jpg')],
    ['an upload of the other folder', () => good.SongURL],
    ['an address without a token', change((url) => url.searchParams.delete('token'))],
    [
      'an address with the token of another object',
      change((url) =>
        url.searchParams.set('token', new URL(good.SongURL).searchParams.get('token') ?? ''),
      ),
    ],
    ['somebody else’s upload', async () => (await uploadFiles(await r.operator())).ArtworkURL],
    [
      'a picture of another folder',
      () =>
        uploadAs(operator, {
          path: `profile_pictures/${operator.uid}`,
          bytes: aPng(),
          contentType: 'image/png',
        }),
    ],
    [
      'an object of a deeper folder',
      () =>
        putObject({
          path: `dat_artwork/a/${randomUUID()}.png`,
          bytes: aPng(),
          contentType: 'image/png',
          uploader: operator.uid,
        }),
    ],
  ];

  test.each(cases)('%s is refused', async (_, address) => {
    await fresh();
    expect(await answerTo({ ArtworkURL: await address() })).toEqual(invalidLocation);
  });
});

describe('[R-REV-06] an edited song is refused', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `tag:${index}`, tag: `Name ${index}` }));
  const cases: [string, object | (() => Promise<object>), string | RegExp][] = [
    ['a price', { price: 1 }, /^songs\.0\.price: Invalid key/],
    ['editions', { editions: 1_000 }, /^songs\.0\.editions: Invalid key/],
    ['collaborators', { collaborators: [{ id: 'a', tag: 'A' }] }, 'Collaborators stay empty.'],
    ['no NFT', { isNFT: false }, /^songs\.0\.isNFT: Invalid type/],
    ['an unknown tier', { tier: 'Diamond' }, 'Unknown tier.'],
    ['an unknown genre', { genres: ['polka'] }, 'Unknown genre.'],
    ['two genres', { genres: ['pop', 'jazz'] }, 'Choose one genre.'],
    ['no name', { SongName: '  ' }, 'The song name is missing.'],
    [
      'a wrong name in lower case',
      { songNameLower: 'another' },
      'songNameLower is not the song name in lower case.',
    ],
    [
      'another artist’s name',
      { ArtistName: 'Somebody', ArtistNameLower: 'somebody' },
      'The artist name is not the selected artist’s.',
    ],
    [
      'a wrong artist name in lower case',
      { ArtistNameLower: 'x' },
      'The artist name is not the selected artist’s.',
    ],
    ['no artist', { artistId: '' }, 'Missing selected artist.'],
    ['an artist who does not exist', { artistId: 'nobody' }, 'Missing selected artist.'],
    ['a path for an artist', { artistId: 'a/b' }, 'Missing selected artist.'],
    [
      'a fan as its artist',
      async () => ({ artistId: (await r.person({ accountType: 'Fan', artistName: '' })).uid }),
      'The selected profile is not an artist.',
    ],
    ['11 producers', { producers: people(11) }, 'Producers: at most 10.'],
    ['7 record labels', { recordLabels: people(7) }, 'Record labels: at most 6.'],
    [
      'a songwriter twice',
      { songwriters: [...people(1), { id: 'x', tag: 'NAME 0' }] },
      'Songwriters: somebody appears twice.',
    ],
    [
      'a credit of 51 characters',
      { artistFeatures: [{ id: 'x', tag: 'x'.repeat(51) }] },
      'A credit has more than 50 characters.',
    ],
    ['no artwork', { ArtworkURL: '' }, 'Please upload artwork.'],
    ['no audio', { SongURL: '' }, 'Please upload audio.'],
  ];

  test.each(cases)('a song with %s is refused', async (_, edit, sentence) => {
    await fresh();
    const [status, message] = await answerTo(typeof edit === 'function' ? await edit() : edit);
    expect(status).toBe(400);
    if (typeof sentence === 'string') expect(message).toBe(sentence);
    else expect(message).toMatch(sentence);
  });
});
