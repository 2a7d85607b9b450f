import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { aSound, wavFile } from '@datchain/functions/audio/testing/sound-files.ts';
import { files } from '@datchain/functions/stores/files.ts';
import { app } from '@datchain/functions/stores/firebase.ts';
import type { NewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import type { ReleaseSongInput } from '@datchain/shared/contracts/release-song.ts';
import { getStorage } from 'firebase-admin/storage';
import type { Fan } from './market.ts';

const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
const uint32 = (order: 'big' | 'little', value: number) => {
  const bytes = Buffer.alloc(4);
  if (order === 'big') bytes.writeUInt32BE(value);
  else bytes.writeUInt32LE(value);
  return [...bytes];
};

function pngChunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [length, sum] = [body.length, crc32(named)].map((word) => Buffer.from(uint32('big', word)));
  return Buffer.concat([length!, named, sum!]);
}

/** Makes a unique PNG of one pixel; `size` pads it to that many bytes. */
export function aPng(size = 0): Buffer {
  const header = [...uint32('big', 1), ...uint32('big', 1), 8, 2, 0, 0, 0];
  const head = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', Buffer.from(header)),
    pngChunk('tEXt', Buffer.from(`Title\0${randomUUID()}`)),
  ]);
  const end = Buffer.concat([
    pngChunk('IDAT', deflateSync(Buffer.from([0, 0x21, 0x38, 0xd4]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  const missing = size - head.length - end.length;
  const filling = missing > 12 ? pngChunk('teSt', Buffer.alloc(missing - 12)) : Buffer.alloc(0);
  return Buffer.concat([head, filling, end]);
}

const tone = wavFile(aSound({ seconds: 10.5, sampleRate: 8_000, channels: 1 }), { bits: 8 });

export const aWav = (): Buffer => {
  const note = Buffer.from(randomUUID());
  const chunk = Buffer.from([...ascii('note'), ...uint32('little', note.length), ...note]);
  const file = Buffer.concat([tone, chunk]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
};

export interface Upload {
  readonly path: string;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly uploader: string;
  /** The token of the download URL; a new one by default. */
  readonly token?: string;
}

/** Stores an object directly in the bucket, bypassing the rules. Returns its download URL. */
export async function putObject({
  path,
  bytes,
  contentType,
  uploader,
  token = randomUUID(),
}: Upload): Promise<string> {
  const { bucket, origin } = files();
  const metadata = { uploader, firebaseStorageDownloadTokens: token };
  await getStorage(app())
    .bucket(bucket)
    .file(path)
    .save(bytes, { resumable: false, contentType, metadata: { metadata } });
  return `${origin}/v0/b/${bucket}/o/${encodeURIComponent(path)}?alt=media&token=${token}`;
}

export async function uploadFiles({ uid: uploader }: Pick<Fan, 'uid'>) {
  const name = `${Date.now()}_${randomUUID().slice(0, 8)}`;
  const [ArtworkURL, SongURL] = await Promise.all([
    putObject({
      path: `dat_artwork/${name}.png`,
      bytes: aPng(),
      contentType: 'image/png',
      uploader,
    }),
    putObject({ path: `dat_audio/${name}.wav`, bytes: aWav(), contentType: 'audio/wav', uploader }),
  ]);
  return { ArtworkURL, SongURL };
}

/** Makes the song input that the portal sends for an artist (R-REV-06). */
export function songFor(
  { uid, artistName }: NewUser,
  files: { ArtworkURL: string; SongURL: string },
  change: Partial<ReleaseSongInput> = {},
): ReleaseSongInput {
  const SongName = change.SongName ?? `Song ${randomUUID().slice(0, 8)}`;
  return {
    ArtistName: artistName,
    ArtistNameLower: artistName.toLowerCase(),
    artistId: uid,
    SongName,
    songNameLower: SongName.toLowerCase(),
    isNFT: true,
    ...files,
    genres: ['pop'],
    artistFeatures: [],
    producers: [],
    songwriters: [],
    recordLabels: [],
    collaborators: [],
    tier: 'Bronze',
    ...change,
  };
}
