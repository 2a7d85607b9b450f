import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type CheckedFile, checkFile } from '@datchain/functions/releases/uploads.ts';
import { services } from '@datchain/functions/services.ts';
import type { Files } from '@datchain/functions/stores/files.ts';
import { takePicture } from '@datchain/functions/users/picture.ts';
import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { uploadPath } from '@datchain/shared/domain/release/upload-path.ts';
import { putObject } from '@datchain/testing/server/uploads.ts';
import sharp, { type Sharp } from 'sharp';
import { keptFile } from '../../scripts/lib/kept-files.ts';
import { seeded } from '../world/seeded.ts';
import type { DemoWorld } from '../world/types.ts';
import type { DemoPictures } from './documents.ts';

type Type = 'webp' | 'png' | 'jpeg';

const drawnFile = (file: string): URL => new URL(`../world/pictures/${file}`, import.meta.url);

/** Photographic noise over a drawing, which does not compress well. It is made once. */
const GRAIN_SIDE = 1_400;
let grain: Promise<Buffer> | undefined;

function makeGrain(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 45 } as const;
  const size = { width: GRAIN_SIDE, height: GRAIN_SIDE };
  const create = { ...size, channels: 3, background: '#808080', noise } as const;
  return sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
}

async function withGrain(drawn: Buffer, side: number): Promise<Sharp> {
  grain ??= makeGrain();
  const input = await sharp(await grain)
    .extract({ left: 0, top: 0, width: side, height: side })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(drawn)
    .resize(side, side)
    .composite([{ input, blend: 'soft-light' }]);
}

interface Way {
  readonly type: Type;
  readonly save: (drawn: Buffer) => Promise<Uint8Array>;
}

const saveFormats: readonly Way[] = [
  { type: 'webp', save: async (drawn) => drawn },
  { type: 'webp', save: async (drawn) => drawn },
  { type: 'png', save: (drawn) => sharp(drawn).png({ compressionLevel: 3 }).toBuffer() },
  { type: 'jpeg', save: (drawn) => sharp(drawn).jpeg({ quality: 90 }).toBuffer() },
  {
    type: 'webp',
    save: async (drawn) =>
      (await withGrain(drawn, 800)).webp({ quality: 85, effort: 0 }).toBuffer(),
  },
  {
    type: 'jpeg',
    save: async (drawn) => (await withGrain(drawn, GRAIN_SIDE)).jpeg({ quality: 92 }).toBuffer(),
  },
];

/** The version of the uploads; raising it remakes cached files. */
const UPLOADS_VERSION = 1;

/** Derives a fixed token, so that the picture cache finds derived files again. */
function makeToken(name: string): string {
  const hex = createHash('sha256').update(`demo picture ${name}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function accepted<T>(what: string, outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Error(`${what}: ${outcome.message}`);
  return outcome;
}

/** An upload, with Storage as the product sees it, except that bytes are read from memory. */
interface Uploaded {
  readonly url: string;
  readonly files: Files;
}

async function upload(
  { file, uploader }: { file: string; uploader: string },
  pathFor: (type: Type) => string,
): Promise<Uploaded> {
  const { type, save } = seeded(`picture ${file}`).pick(saveFormats);
  const name = `${UPLOADS_VERSION}-${file.replaceAll('/', '-')}.${type}`;
  const make = async () => save(await readFile(drawnFile(file)));
  const bytes = Buffer.from(await keptFile('uploads', name, make));
  const [path, token, contentType] = [pathFor(type), makeToken(file), `image/${type}`];
  const { files } = services();
  return {
    url: await putObject({ path, bytes, contentType, uploader, token }),
    // Each read by the SDK prints a warning of too many listeners, a hundred on a first start.
    files: { ...files, bytes: async (_path, from, count) => bytes.subarray(from, from + count) },
  };
}

const FIRST_UPLOAD = Date.UTC(2025, 0, 6);

const CONCURRENCY = 4;

export async function uploadPictures(
  { dats, artists, fans }: DemoWorld,
  operatorUid: string,
): Promise<DemoPictures> {
  const [artwork, portraits] = [new Map<string, CheckedFile>(), new Map<string, string>()];
  const uploads = [
    ...dats.map(({ id, artworkFile }, index) => async () => {
      const what = { file: artworkFile, uploader: operatorUid };
      const { url, files } = await upload(what, (type) =>
        uploadPath('artwork', FIRST_UPLOAD + index, `${id}.${type}`),
      );
      artwork.set(id, accepted(id, await checkFile(files, 'artwork', url, operatorUid)));
    }),
    ...[...artists, ...fans].map(({ uid, avatarFile }) => async () => {
      const what = { file: avatarFile, uploader: uid };
      const { files } = await upload(what, () => profilePicturePath(uid));
      const taken = accepted(uid, await takePicture({ files }, uid, 'uploaded'));
      portraits.set(uid, taken.imageUrl);
    }),
  ].values();
  const work = async () => {
    for (const one of uploads) await one();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { artwork, portraits };
}
