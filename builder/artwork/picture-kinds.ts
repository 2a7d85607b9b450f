import type { PictureKind as CheckedAs } from '@datchain/shared/domain/picture/check-picture.ts';

/** A size that pages name by its suffix. */
export interface PictureSize {
  readonly suffix: string;
  /** In dots: every picture is square. */
  readonly side: number;
  /** Quality of WebP, 1 to 100; lower where the picture would be over its budget. */
  readonly quality: number;
  /** The most bytes that its file may have, whatever was uploaded (N-INP-01). */
  readonly budget: number;
}

export interface PictureKind {
  readonly folder: string;
  readonly checkedAs: CheckedAs;
  /** Raised whenever pictures come out differently, so that existing ones are made again. */
  readonly version: number;
  readonly sizes: readonly PictureSize[];
}

/** The artwork of released works, as small as pages show it: see ledger/src/views/page/artwork.ts. */
export const sleeves: PictureKind = {
  folder: 'sleeves',
  checkedAs: 'artwork',
  version: 2,
  sizes: [
    { suffix: '-450', side: 450, quality: 66, budget: 60 * 1024 },
    { suffix: '', side: 900, quality: 84, budget: 160 * 1024 },
  ],
};

/** The pictures of creators and owners, twice as large as the largest place for one. */
export const portraits: PictureKind = {
  folder: 'portraits',
  checkedAs: 'profileImage',
  version: 2,
  sizes: [{ suffix: '', side: 192, quality: 80, budget: 16 * 1024 }],
};

/** Returns the file of a picture in one size, by the picture's path. */
export const fileOf = (path: string, { suffix }: PictureSize): string => `${path}${suffix}.webp`;
