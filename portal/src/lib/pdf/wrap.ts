const words = new Intl.Segmenter('und', { granularity: 'word' });
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

const splitParts = (segmenter: Intl.Segmenter, text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

/**
 * Breaks a text into lines of at most `width`: between words, or within a word that is too wide
 * alone. Returns at least one line.
 */
export function wrap(text: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (part: string) => {
    if (line === '' || widthOf((line + part).trimEnd()) <= width) {
      line += line === '' ? part.trimStart() : part;
      return;
    }
    lines.push(line.trimEnd());
    line = part.trimStart();
  };
  for (const word of splitParts(words, text)) {
    if (widthOf(word) <= width) add(word);
    else for (const letter of splitParts(letters, word)) add(letter);
  }
  return [...lines, line.trimEnd()];
}
