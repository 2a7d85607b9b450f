import { createHash } from 'node:crypto';
import bidiFactory from 'bidi-js';
import unhomoglyph from 'unhomoglyph';

/** Folds case as people read it: ß is SS, and the two small sigmas are one. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase();

const bidi = bidiFactory();
const clusters = new Intl.Segmenter('und');

/**
 * Orders the letters of a name from left to right, as a page shows them. Direction marks and
 * right-to-left scripts are stored in another order (UAX 9).
 */
function asShown(name: string): string {
  const letters = [...clusters.segment(name)].map(({ segment }) => segment);
  // One code unit for each letter with its marks: the library does not know surrogate pairs.
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

const tidy = (name: string): string =>
  asShown(name.normalize('NFKC')).replaceAll(unseen, '').replaceAll(/\s+/gu, ' ').trim();

/** Returns the skeleton of UTS 39, which is equal for texts that look the same. */
const skeleton = (text: string): string => unhomoglyph(text.normalize('NFD')).normalize('NFD');

/** Returns a skeleton that keeps ASCII: I, l and 1 stay three letters. */
const skeletonInAscii = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\0-\x7f]/gu, (letter) => unhomoglyph(letter))
    .normalize('NFD');

/**
 * Returns the keys of an artist name. Two names that share a key read the same, whatever their
 * case, width, composition of accents, look-alike letters or direction marks (N-MON-11, N-PPL-16).
 * There are three, because looks depend on case: Ilya looks like llya, and ilya is Ilya, while ALI
 * and ALL are two. A name that cannot be seen has none.
 */
export function artistNameKeys(name: string): string[] {
  const read = tidy(name);
  if (read === '') return [];
  const texts = [
    `looks:${skeleton(read)}`,
    `looks small:${skeleton(foldCase(read))}`,
    `reads:${foldCase(skeletonInAscii(read))}`,
  ];
  return texts.map((text) => createHash('sha256').update(text).digest('hex'));
}
