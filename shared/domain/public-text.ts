/** White space of every kind and the blank Braille pattern, except U+FEFF, which has no width. */
const space = /[^\S\ufeff]|[\u0085\u2800]/gu;

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/** An invisible character: control, unpaired surrogate, ignorable, interlinear anchor or noncharacter. */
const unseen =
  /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffc]/u;

/** The characters of a text. The flags of England, Scotland and Wales are tag sequences and count as one each. */
const characters =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|[\s\S]/gu;

/** Letters whose form depends on a joiner that follows them. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nko}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]\p{M}*$/u;

const pictureBehind = /(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier}|\u{e007f})$/u;
const pictureAhead = /^\p{Extended_Pictographic}/u;

/** Says whether an invisible character changes how its neighbours look. */
function isNeeded(mark: string, behind: string, ahead: string): boolean {
  if (mark === '\u200c') return joining.test(behind);
  if (mark === '\u200d') {
    return joining.test(behind) || (pictureBehind.test(behind) && pictureAhead.test(ahead));
  }
  if (/[\ufe0e\ufe0f]/u.test(mark)) {
    return /\p{Extended_Pictographic}$/u.test(behind) || ahead.startsWith('\u20e3');
  }
  if (/[\u180b-\u180f]/u.test(mark)) return /[\u1820-\u18aa]$/u.test(behind);
  return /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u.test(mark) && /\p{Script=Han}$/u.test(behind);
}

function withoutUnseen(text: string): string {
  let kept = '';
  for (const { 0: part, index } of text.matchAll(characters)) {
    const end = index + part.length;
    const isSeen = part.length > 2 || !unseen.test(part);
    if (isSeen || isNeeded(part, kept, text.slice(end, end + 2))) kept += part;
  }
  return kept;
}

/** A letter with more than eight marks; no script uses that many, and they overprint other lines. */
const stacked = /(\p{M}{8})\p{M}+/gu;

const isPlain = (text: string): boolean => /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text);

/**
 * Cleans a public text into one line (N-PPL-16): names, titles, credits, ℗ and © lines, profile texts,
 * reasons. Cleaning composes (NFC), collapses white space and removes invisible characters, direction marks
 * and stacks of marks. Joiners that a script or an emoji needs stay.
 *
 * Texts are cleaned when they are typed and again when they are read: old texts are stored as typed.
 * Cleaning is idempotent.
 */
export function cleanLine(text: string): string {
  if (isPlain(text)) return text;
  const seen = withoutUnseen(text.replace(space, ' ').normalize('NFC'));
  return seen.replace(stacked, '$1').replace(/ +/g, ' ').trim().normalize('NFC');
}

/** Cleans a text with line breaks like `cleanLine`; it keeps at most one empty line in a row. */
export const cleanLines = (text: string): string =>
  text
    .split(lineBreak)
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

export const canBeSeen = (text: string): boolean => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text);

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Direction marks that can reorder a text even if it has no right-to-left letter. */
const turning = /[\u061c\u200f\u202b\u202e\u2067]/u;

/**
 * Returns the refusal of a typed text that would read differently once cleaned or on another device;
 * undefined if it is fine. Direction marks without effect, as some programs copy them, are fine.
 */
export function checkReading(typed: string): string | undefined {
  if (turning.test(typed) || (/\p{Bidi_Control}/u.test(typed) && rightToLeft.test(typed))) {
    return 'This has an invisible character that changes the reading direction. Type it instead of pasting it.';
  }
  const [odd] = typed.match(/[\p{Co}\p{Cn}]/u) ?? [];
  return odd && `Not every device can show “${odd}”. Leave it out.`;
}
