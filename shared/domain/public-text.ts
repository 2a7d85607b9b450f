/**
 * Cleans every text that people write and others read (N-PPL-16): names, titles, credits, ℗ and ©
 * lines, texts about oneself, reasons. Texts are cleaned where they are typed and again where they are
 * read, because older ones were stored as typed.
 */

/** White space of every kind and the blank Braille pattern, but not U+FEFF, which has no width. */
const space = /[^\S\ufeff]|[\u0085\u2800]/gu;

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/** A character that nobody sees: a control, half of a pair, an ignored one, an anchor, or no character at all. */
const unseen =
  /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffc]/u;

/** The characters of a text. The flags of England, Scotland and Wales, sequences of tags, are one each. */
const characters =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|[\s\S]/gu;

/** Letters whose form depends on a joiner that follows them. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nko}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]\p{M}*$/u;

const pictureBehind = /(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier}|\u{e007f})$/u;
const pictureAhead = /^\p{Extended_Pictographic}/u;

/** Whether an invisible character changes how its neighbours look. */
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

/** No script stacks more marks on a letter; more of them paint over what is above and below. */
const stacked = /(\p{M}{8})\p{M}+/gu;

const isPlain = (text: string): boolean => /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text);

/**
 * A text as one line: composed (NFC), each run of white space one space, without characters that
 * nobody sees, without marks that turn the direction of reading and without towers of marks. Joiners stay where a script or an
 * emoji needs them. Cleaning it again changes nothing.
 */
export function cleanLine(text: string): string {
  if (isPlain(text)) return text;
  const seen = withoutUnseen(text.replace(space, ' ').normalize('NFC'));
  return seen.replace(stacked, '$1').replace(/ +/g, ' ').trim().normalize('NFC');
}

/** The same of a text whose line breaks are shown; no more than one empty line in a row stays. */
export const cleanLines = (text: string): string =>
  text
    .split(lineBreak)
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Whether a cleaned text has anything to see. */
export const canBeSeen = (text: string): boolean => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text);

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Marks that turn what follows from right to left, whatever it is. */
const turning = /[\u061c\u200f\u202b\u202e\u2067]/u;

/**
 * Why a typed text cannot be public, because it would read differently once it is cleaned, or on
 * another device; undefined when nothing is wrong. Direction marks that change nothing, as copying
 * from some programs adds them, are no reason.
 */
export function checkReading(typed: string): string | undefined {
  if (turning.test(typed) || (/\p{Bidi_Control}/u.test(typed) && rightToLeft.test(typed))) {
    return 'This has an invisible character that turns the direction of reading. Type it instead of pasting it.';
  }
  const [odd] = typed.match(/[\p{Co}\p{Cn}]/u) ?? [];
  return odd && `Not every device can show “${odd}”. Leave it out.`;
}
