import { outlineText } from '../../../builder/type/outlines.ts';
import { path, px, SIDE } from './sheet.ts';

/** Where the artist and the title stand. */
export type TypePlace = 'left' | 'split' | 'right' | 'none';

const SIZE = 34;
const LEADING = 39;
const MARGIN = 44;
const FIRST_BASELINE = 70;
const TITLE_WIDTH = 560;
/** Where the title starts when it stands apart from the artist. */
const SPLIT_X = 468;

/** Breaks a text into lines no wider than `width`, at spaces. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && outlineText(longer, SIZE, 400).width <= width) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** The artist (650) over or beside the title (400), as outlines. */
export function setType(
  words: { artist: string; title: string },
  place: TypePlace,
  fill: string,
): string {
  if (place === 'none') return '';
  const line = (text: string, weight: number, row: number, left?: number) => {
    const { d, width } = outlineText(text, SIZE, weight);
    const x = left ?? (place === 'right' ? SIDE - MARGIN - width : MARGIN);
    const baseline = FIRST_BASELINE + row * LEADING;
    return path(d, `transform="translate(${px(x)} ${px(baseline)})" fill="${fill}"`);
  };
  const isSplit =
    place === 'split' && outlineText(words.artist, SIZE, 650).width < SPLIT_X - MARGIN - 30;
  const titleWidth = isSplit ? SIDE - MARGIN - SPLIT_X : TITLE_WIDTH;
  const titleRows = linesOf(words.title, titleWidth).map((text, row) =>
    isSplit ? line(text, 400, row, SPLIT_X) : line(text, 400, row + 1),
  );
  return line(words.artist, 650, 0) + titleRows.join('');
}
