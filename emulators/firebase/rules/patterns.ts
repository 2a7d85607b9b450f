import { EvaluationError } from './values.ts';

const classes: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: '\\t ',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/**
 * Converts a pattern of RE2, the language's dialect, to JavaScript. JavaScript features beyond RE2
 * are refused, because production refuses them too.
 * @param isWhole whether the pattern must match the whole text
 * @throws EvaluationError for an invalid pattern
 */
export function toPattern(source: string, isWhole: boolean, flags = ''): RegExp {
  const options = /^\(\?([ims]+)\)/.exec(source);
  const body = translate(source.slice(options?.[0].length ?? 0));
  try {
    const set = `u${isWhole ? 'y' : ''}${flags}${options?.[1] ?? ''}`;
    return new RegExp(isWhole ? wholeText(body) : body, set);
  } catch {
    throw new EvaluationError(`Not a pattern: ${source}`);
  }
}

/**
 * Requires the end of the text, even where $ means the end of a line. The flag `y` anchors the
 * beginning: V8 tries a look-behind even between the halves of a surrogate pair.
 */
const wholeText = (pattern: string): string => `(?:${pattern})(?![\\s\\S])`;

/** A piece of a pattern; `[` begins a class, which ends at its `]`. */
const PIECE =
  /\\Q([\s\S]*?)(?:\\E|$)|\\(?:x\{[0-9a-fA-F]+\}|[pP]\{\^?\w+\}|[pP]\w|[\s\S])|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\(\?(?:<?[=!])|\(\?P?<|\{(?:\d+(?:,\d*)?\})?|[}\]]|[\s\S]/g;

const translate = (source: string): string =>
  source.replace(PIECE, (piece, quoted: string | undefined) => {
    if (piece.startsWith('\\Q')) return (quoted ?? '').replace(/[^\w\s]/g, escaped);
    if (piece.startsWith('\\')) return outsideEscape(piece);
    if (piece === '[') throw new EvaluationError(`Not a pattern: ${source}`);
    if (piece.startsWith('[')) return classOf(piece);
    if (/^\(\?<?[=!]/.test(piece)) {
      throw new EvaluationError('Patterns have no look-around and no back-references');
    }
    if (piece === '(?P<') return '(?<';
    if (piece.startsWith('{') && piece.length > 1) return repetition(piece);
    return /^[{}\]]$/.test(piece) ? `\\${piece}` : piece;
  });

/** Refuses more than a thousand repetitions, like RE2. */
function repetition(piece: string): string {
  if ((piece.match(/\d+/g) ?? []).some((count) => Number(count) > 1000)) {
    throw new EvaluationError(`Not a pattern: ${piece}`);
  }
  return piece;
}

function outsideEscape(piece: string): string {
  const letter = piece[1]!;
  if (/[1-9k]/.test(letter)) {
    throw new EvaluationError('Patterns have no look-around and no back-references');
  }
  if (letter === 'A') return '(?<![\\s\\S])';
  if (letter === 'z') return '(?![\\s\\S])';
  if (letter === 's') return '[\\t\\n\\f\\r ]';
  if (letter === 'S') return '[^\\t\\n\\f\\r ]';
  if (letter === 'a') return '\\x07';
  return inBoth(piece);
}

/** Translates RE2's \pL to \p{L}, \x{61} to \u{61}, and needless escapes of punctuation. */
function inBoth(piece: string): string {
  if (/^\\x\{/.test(piece)) return `\\u${piece.slice(2)}`;
  if (/^\\[pP][A-Z]$/.test(piece)) return `${piece.slice(0, 2)}{${piece[2]}}`;
  const script = /^\\([pP])\{(\w{3,})\}$/.exec(piece);
  if (script) return `\\${script[1]}{Script=${script[2]}}`;
  return /^\\[!-/:-@[-`{-~]$/.test(piece) ? escaped(piece[1]!) : piece;
}

const escaped = (mark: string): string =>
  /[\^$\\.*+?()[\]{}|/]/.test(mark) ? `\\${mark}` : [...mark].map(byCode).join('');

const byCode = (mark: string): string => `\\u{${mark.codePointAt(0)!.toString(16)}}`;

/** Translates a class `[…]`: RE2 has named classes, and a leading `]` is literal. */
function classOf(piece: string): string {
  const [, not = '', inner = ''] = /^\[(\^?)([\s\S]*)\]$/.exec(piece) ?? [];
  const members = inner.replace(
    /\[:(\^?)(\w+):\]|\\(?:x\{[0-9a-fA-F]+\}|[pP]\{\^?\w+\}|[pP]\w|[\s\S])|[[\]]/g,
    (part, negated: string | undefined, name: string | undefined) => {
      if (name !== undefined) return namedClass(name, negated === '^');
      if (part === '\\s') return '\\t\\n\\f\\r ';
      return part.startsWith('\\') ? inBoth(part) : `\\${part}`;
    },
  );
  return `[${not}${members}]`;
}

function namedClass(name: string, isNegated: boolean): string {
  const members = Object.hasOwn(classes, name) ? classes[name] : undefined;
  if (members === undefined || isNegated) throw new EvaluationError(`Not a class: ${name}`);
  return members;
}
