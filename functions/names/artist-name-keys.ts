import { createHash } from 'node:crypto';
import { unseen } from '@datchain/shared/domain/release/artist-name.ts';
import unhomoglyph from 'unhomoglyph';

/** Case as people read it: ß is SS, the two small sigmas are one. */
const folded = (text: string): string => text.toUpperCase().toLowerCase();

/** Invisible characters, and the amount of space between words. */
const tidy = (name: string): string =>
  name.normalize('NFKC').replaceAll(unseen, '').replaceAll(/\s+/gu, ' ').trim();

/** UTS 39: the same for texts that look the same. */
const skeleton = (text: string): string => unhomoglyph(text.normalize('NFD')).normalize('NFD');

/** The same, but ASCII stands for itself: I, l and 1 are three. */
const skeletonInAscii = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\0-\x7f]/gu, (letter) => unhomoglyph(letter))
    .normalize('NFD');

/**
 * The keys of an artist name. Two names that share one of them read the same, whatever their case,
 * width, composition of accents or look-alike letters (N-MON-11). There are three, because looks
 * depend on case: Ilya looks like llya, and ilya is Ilya, while ALI and ALL are two. None for a
 * name that cannot be seen.
 */
export function artistNameKeys(name: string): string[] {
  const read = tidy(name);
  if (read === '') return [];
  const texts = [
    `looks:${skeleton(read)}`,
    `looks small:${skeleton(folded(read))}`,
    `reads:${folded(skeletonInAscii(read))}`,
  ];
  return texts.map((text) => createHash('sha256').update(text).digest('hex'));
}
