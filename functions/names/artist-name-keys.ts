import { createHash } from 'node:crypto';
import bidiFactory from 'bidi-js';
import unhomoglyph from 'unhomoglyph';

/** Case as people read it: ß is SS, the two small sigmas are one. */
const folded = (text: string): string => text.toUpperCase().toLowerCase();

const bidi = bidiFactory();
const clusters = new Intl.Segmenter('und');

/**
 * The letters of a name from left to right, as a page shows them: direction marks, and the scripts
 * that are written from right to left, put them in another order than they are stored in (UAX 9).
 */
function asShown(name: string): string {
  const letters = [...clusters.segment(name)].map(({ segment }) => segment);
  // One unit for each letter with its marks; the library knows no pairs of units.
  const units = letters.map((letter) => (/^[\ud800-\udfff]/.test(letter) ? 'A' : letter[0]));
  const line = units.join('');
  const levels = bidi.getEmbeddingLevels(line, 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels);
  return bidi
    .getReorderedIndices(line, levels)
    .map((index) => mirrored.get(index) ?? letters[index])
    .join('');
}

const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu;

/** Leaves out the order of storing, invisible characters and the amount of space between words. */
const tidy = (name: string): string =>
  asShown(name.normalize('NFKC')).replaceAll(unseen, '').replaceAll(/\s+/gu, ' ').trim();

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
 * width, composition of accents, look-alike letters or direction marks (N-MON-11, N-PPL-16). There are three, because looks
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
