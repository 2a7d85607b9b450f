import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBeforeDrawing, pictureReading } from '@datchain/functions/pictures/whole-picture.ts';
import type { PictureKind as CheckedAs } from '@datchain/shared/domain/picture/check-picture.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import sharp, { type Sharp } from 'sharp';
import { listFiles } from '../fingerprint.ts';
import { keepFile } from '../kept-file.ts';
import type { SiteTree } from '../site-tree.ts';

/** A size that pages name by its suffix. */
export interface PictureSize {
  readonly suffix: string;
  /** In dots: every picture is square. */
  readonly side: number;
  /** Of WebP, 1 to 100; lower where the picture would be over its budget. */
  readonly quality: number;
  /** The most bytes that its file may have, whatever was uploaded (N-INP-01). */
  readonly budget: number;
}

export interface PictureKind {
  readonly folder: string;
  readonly checkedAs: CheckedAs;
  readonly sizes: readonly PictureSize[];
}

const dirOf = (cacheDir: string, { folder }: PictureKind): string => join(cacheDir, folder);

/** A picture that the site has: what it is called there, and its name in the cache. */
export type SitePicture = readonly [siteName: string, name: string];

const SECONDS = 30;

/** It is not a picture, or one that cannot be drawn: that will not change. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

interface Tried {
  readonly quality: number;
  /** Of transparency, which is kept without loss otherwise, and can weigh most of a picture. */
  readonly alphaQuality?: number;
  readonly blur?: number;
}

/** What is tried for a picture over its budget: a lower quality, then softer edges (sigma of a blur). */
const LIGHTER: readonly Tried[] = [
  { quality: 60, alphaQuality: 60 },
  { quality: 40, alphaQuality: 40 },
  { quality: 20, alphaQuality: 20 },
  { quality: 20, alphaQuality: 20, blur: 2 },
  { quality: 20, alphaQuality: 20, blur: 6 },
];

/** Encodes a square as well as its budget allows. @throws NoPicture when even the softest one is over it */
async function encode(square: Sharp, { side, quality, budget }: PictureSize): Promise<Buffer> {
  const small = square.clone().resize(side);
  const lighter = LIGHTER.filter((tried) => tried.quality < quality);
  const best: Tried = { quality };
  for (const { blur, ...tried } of [best, ...lighter]) {
    const shown = blur === undefined ? small.clone() : small.clone().blur(blur);
    const webp = await shown.webp(tried).toBuffer();
    if (webp.length <= budget) return webp;
  }
  throw new NoPicture(`it has more than ${budget} bytes at ${side} by ${side} dots`);
}

async function render(
  bytes: Buffer,
  { checkedAs, sizes }: PictureKind,
): Promise<{ suffix: string; webp: Buffer }[]> {
  const refused = await checkBeforeDrawing(checkedAs, bytes);
  if (isRefusal(refused)) throw new NoPicture(refused.message);
  const largest = Math.max(...sizes.map(({ side }) => side));
  try {
    // Square, as every page shows it; a camera's turn of the picture is made here.
    const { data, info } = await sharp(bytes, pictureReading)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .toColourspace('srgb')
      .resize(largest, largest, { fit: 'cover' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const square = sharp(data, { raw: { width, height, channels } });
    return await Promise.all(
      sizes.map(async (size) => ({ suffix: size.suffix, webp: await encode(square, size) })),
    );
  } catch (error) {
    if (error instanceof NoPicture) throw error;
    throw new NoPicture('it is no picture that can be drawn');
  }
}

/** Pictures by name, each in some sizes, in a folder that is kept between rebuilds. */
export class PictureCache {
  readonly #dir: string;
  readonly #kind: PictureKind;
  readonly #known = new Set<string>();

  private constructor(dir: string, kind: PictureKind, known: Iterable<string>) {
    this.#dir = dir;
    this.#kind = kind;
    this.#known = new Set(known);
  }

  static async open(cacheDir: string, kind: PictureKind): Promise<PictureCache> {
    const dir = dirOf(cacheDir, kind);
    await mkdir(dir, { recursive: true });
    return new PictureCache(dir, kind, listFiles(dir));
  }

  has = (name: string): boolean =>
    this.#kind.sizes.every(({ suffix }) => this.#known.has(file(name, suffix)));

  /** Why there will never be a picture of this name; undefined when that is not known. */
  problemOf = async (name: string): Promise<string | undefined> =>
    this.#known.has(`${name}.no`) ? readFile(join(this.#dir, `${name}.no`), 'utf8') : undefined;

  /** @throws NoPicture, and remembers it */
  async add(name: string, bytes: Buffer): Promise<void> {
    try {
      for (const { suffix, webp } of await render(bytes, this.#kind)) {
        await keepFile(join(this.#dir, file(name, suffix)), webp);
        this.#known.add(file(name, suffix));
      }
    } catch (error) {
      if (error instanceof NoPicture) await keepFile(join(this.#dir, `${name}.no`), error.message);
      throw error;
    }
  }
}

const file = (name: string, suffix: string): string => `${name}${suffix}.webp`;

/**
 * Makes a folder of a site hold all sizes of these pictures, and nothing else.
 *
 * @param cacheDir where the caches are
 * @param pictures what is called the same is the same picture
 */
export function placePictures(
  site: SiteTree,
  kind: PictureKind,
  cacheDir: string,
  pictures: Iterable<SitePicture>,
): void {
  const { folder, sizes } = kind;
  const dir = dirOf(cacheDir, kind);
  const wanted = new Set<string>();
  for (const [siteName, name] of pictures) {
    for (const { suffix } of sizes) {
      const path = `${folder}/${file(siteName, suffix)}`;
      wanted.add(path);
      if (!site.has(path)) site.link(join(dir, file(name, suffix)), path);
    }
  }
  site.removeOthers([folder], wanted);
}
