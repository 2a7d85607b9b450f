import { brandName } from '@datchain/shared/domain/site.ts';
import sharp from 'sharp';
import { canOutline, measureText, outlineText, type Weight } from '../type/outlines.ts';

// The size of a picture that social networks and messengers show beside a link.
const WIDTH = 1200;
const HEIGHT = 630;

/** Raised whenever cards come out differently, so that existing ones are drawn again. */
export const CARD_VERSION = 3;

const INK = '#141414';
const INK_2 = '#5a5a57';
const MARGIN = 56;
const TEXT_WIDTH = WIDTH - HEIGHT - 2 * MARGIN;
const LAST_SIZE = 38;
const TITLE_SIZES = [68, 56, 46, LAST_SIZE];

export interface CardText {
  readonly title: string;
  readonly artist: string;
  /** The last line, e.g. 'Platinum, 20 numbered editions'. */
  readonly note: string;
}

const mark = (x: number, y: number, height: number): string =>
  `<g transform="translate(${x} ${y}) scale(${height / 198})"><circle cx="209" cy="99" r="97" fill="#2138d4"/><circle cx="207" cy="99" r="18" fill="#fff"/><path d="M0 0h198v198H0z" fill="${INK}"/></g>`;

const fits = (text: string, size: number, weight: Weight): boolean =>
  measureText(text, size, weight) <= TEXT_WIDTH;

function shorten(text: string, size: number, weight: Weight): string {
  if (fits(text, size, weight)) return text;
  const characters = [...text];
  while (characters.length > 1 && !fits(`${characters.join('')}…`, size, weight)) characters.pop();
  return `${characters.join('').trim()}…`;
}

function line(text: string, x: number, y: number, size: number, weight: Weight, ink: string) {
  const outline = outlineText(shorten(text, size, weight), size, weight);
  return `<path transform="translate(${x} ${y})" fill="${ink}" d="${outline}"/>`;
}

/** Breaks a title into lines as long as fit; a word that is too wide has a line of its own. */
function wrap(title: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer, size, 600)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Sets a title in the largest size that needs at most three lines, or else in one line. */
function setTitle(title: string): { lines: string[]; size: number } {
  for (const size of TITLE_SIZES) {
    const lines = wrap(title, size);
    if (lines.length <= 3 && lines.every((each) => fits(each, size, 600))) return { lines, size };
  }
  return { lines: [title], size: LAST_SIZE };
}

/** Draws the words beside the artwork, without lines that the face has no shapes for: they would be boxes. */
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
  if (canOutline(artist)) drawn.push(line(artist, left, y, 30, 400, INK_2));
  drawn.push(line(note, left, HEIGHT - 58, 24, 400, INK_2));
  return drawn.join('');
}

/**
 * Draws a JPEG of 1200 by 630: the artwork, uncut, and beside it the words.
 *
 * @param artwork any picture sharp reads; an empty square without it
 * @throws when the artwork is not a picture
 */
export async function drawCard(text: CardText, artwork: Buffer | undefined): Promise<Buffer> {
  const side = HEIGHT;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><path fill="#fff" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><path fill="#f4f4f2" d="M0 0h${side}v${side}H0z"/>${artwork ? '' : mark(165, 218, 194)}${words(text, side + MARGIN)}</svg>`;
  const card = sharp(Buffer.from(svg));
  if (artwork) {
    const options = { limitInputPixels: 60_000_000 } as const;
    // Raw, because the card would only unpack it again.
    const { data: input, info: raw } = await sharp(artwork, options)
      .resize(side, side, { fit: 'contain', background: '#f4f4f2' })
      .flatten({ background: '#f4f4f2' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    card.composite([{ input, raw, left: 0, top: 0 }]);
  }
  return card.jpeg({ quality: 82, mozjpeg: false }).toBuffer();
}
