import { brandName } from '@datchain/shared/domain/site.ts';
import sharp from 'sharp';
import { canOutline, measureText, outlineText, type Weight } from '../type/outlines.ts';

/** Size of a picture that social networks and messengers show beside a link. */
export const CARD = { width: 1200, height: 630 } as const;

/** Raised whenever cards come out differently, so that existing ones are drawn again. */
export const CARD_VERSION = 3;

const INK = '#141414';
const INK_2 = '#5a5a57';
const MARGIN = 56;
const TEXT_WIDTH = CARD.width - CARD.height - 2 * MARGIN;
const TITLE_SIZES = [68, 56, 46, 38];

export interface CardText {
  readonly title: string;
  readonly artist: string;
  /** The last line, e.g. 'Platinum, 20 numbered editions'. */
  readonly note: string;
}

const mark = (x: number, y: number, height: number): string =>
  `<g transform="translate(${x} ${y}) scale(${height / 198})"><circle cx="209" cy="99" r="97" fill="#2138d4"/><circle cx="207" cy="99" r="18" fill="#fff"/><path d="M0 0h198v198H0z" fill="${INK}"/></g>`;

function line(text: string, x: number, y: number, size: number, weight: Weight, ink: string) {
  return `<path transform="translate(${x} ${y})" fill="${ink}" d="${outlineText(text, size, weight)}"/>`;
}

const fits = (text: string, size: number, weight: Weight): boolean =>
  measureText(text, size, weight) <= TEXT_WIDTH;

/** Sets a title into at most three lines; undefined when that is not enough, or a word is too wide. */
function linesOf(title: string, size: number): string[] | undefined {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : '';
    if (longer && fits(longer, size, 600)) lines[lines.length - 1] = longer;
    else if (fits(word, size, 600)) lines.push(word);
    else return undefined;
  }
  return lines.length <= 3 ? lines : undefined;
}

/** Cuts a text to one line, where it is too long for that. */
function oneLine(text: string, size: number, weight: Weight): string {
  if (fits(text, size, weight)) return text;
  const characters = [...text];
  while (characters.length > 1 && !fits(`${characters.join('')}…`, size, weight)) characters.pop();
  return `${characters.join('').trim()}…`;
}

/** A title in the largest size in which it fits into three lines. */
function setTitle(title: string): { lines: string[]; size: number } {
  for (const size of TITLE_SIZES) {
    const lines = linesOf(title, size);
    if (lines) return { lines, size };
  }
  const size = TITLE_SIZES.at(-1) ?? 38;
  return { lines: [oneLine(title, size, 600)], size };
}

/** The words beside the artwork. Signs that the face has no shape for would be boxes: left out. */
function words({ title, artist, note }: CardText, left: number): string {
  const drawn = [line(brandName, left + 62, 98, 30, 600, INK), mark(left, 70, 34)];
  let y = 250;
  if (canOutline(title)) {
    const { lines, size } = setTitle(title);
    for (const text of lines) {
      drawn.push(line(text, left, y, size, 600, INK));
      y += Math.round(size * 1.04);
    }
  }
  if (canOutline(artist)) drawn.push(line(oneLine(artist, 30, 400), left, y, 30, 400, INK_2));
  drawn.push(line(oneLine(note, 24, 400), left, CARD.height - 58, 24, 400, INK_2));
  return drawn.join('');
}

/**
 * A JPEG of 1200 by 630: the artwork, uncut, and beside it the words.
 *
 * @param artwork any picture sharp reads; an empty square without it
 * @throws when the artwork is not a picture
 */
export async function drawCard(text: CardText, artwork: Buffer | undefined): Promise<Buffer> {
  const side = CARD.height;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}"><path fill="#fff" d="M0 0h${CARD.width}v${CARD.height}H0z"/><path fill="#f4f4f2" d="M0 0h${side}v${side}H0z"/>${artwork ? '' : mark(165, 218, 194)}${words(text, side + MARGIN)}</svg>`;
  const card = sharp(Buffer.from(svg));
  if (artwork) {
    const options = { limitInputPixels: 60_000_000 } as const;
    // As it is in memory: packed as the artwork was it would only be unpacked again.
    const { data: input, info: raw } = await sharp(artwork, options)
      .resize(side, side, { fit: 'contain', background: '#f4f4f2' })
      .flatten({ background: '#f4f4f2' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    card.composite([{ input, raw, left: 0, top: 0 }]);
  }
  return card.jpeg({ quality: 82, mozjpeg: false }).toBuffer();
}
