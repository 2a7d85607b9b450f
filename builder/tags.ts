/** An attribute whose value is in quotes or has no end before the next space. */
export interface Attribute {
  readonly name: string;
  /** As it is written. */
  readonly value: string;
}

/** A start tag of a page. */
export interface Tag {
  /** Empty when it is none of those whose names matter. */
  readonly name: TagName | '';
  /** Of a tag with a name all of them, of others those that `mayMatter`. */
  readonly attributes: readonly Attribute[];
  /** What is in an element that can hold nothing but text; empty for others. */
  readonly text: string;
}

/** Tags that say something by themselves, or in which brackets are no tags. */
const tagNames = [
  'html',
  'title',
  'meta',
  'link',
  'script',
  'body',
  'h1',
  'style',
  'textarea',
] as const;
type TagName = (typeof tagNames)[number];

const holdText: readonly string[] = ['script', 'title', 'style', 'textarea'];

const code = (character: string): number => character.charCodeAt(0);
const SPACE = code(' ');
const DOUBLE_QUOTE = code('"');
const SINGLE_QUOTE = code("'");
const HYPHEN = code('-');
const SLASH = code('/');
const OPEN = code('<');
const EQUALS = code('=');
const CLOSE = code('>');

const isLetter = (byte = 0): boolean => (byte | 32) >= code('a') && (byte | 32) <= code('z');

/** Whether an attribute of any tag that begins so can matter: `href`, `src`, `style` and `on…`. */
const mayMatter = (first = 0): boolean =>
  first === code('h') || first === code('s') || first === code('o');

/** Whether a name stands here. */
function isName(page: Buffer, from: number, to: number, name: string): boolean {
  if (to - from !== name.length) return false;
  for (let at = 0; at < name.length; at += 1) {
    if (page[from + at] !== name.charCodeAt(at)) return false;
  }
  return true;
}

/** The name of a tag, if it is one that matters. */
function tagNameAt(page: Buffer, from: number, to: number): TagName | '' {
  for (const name of tagNames) if (isName(page, from, to, name)) return name;
  return '';
}

/** Where the name that begins here ends. */
function endOfName(page: Buffer, from: number): number {
  let at = from;
  for (; at < page.length; at += 1) {
    const byte = page[at] as number;
    if (byte <= SPACE || byte === CLOSE || byte === EQUALS || byte === SLASH) break;
  }
  return at;
}

/** Where this byte is next; the end of the page when it is nowhere. */
function next(page: Buffer, byte: number, from: number): number {
  let at = from;
  while (at < page.length && page[at] !== byte) at += 1;
  return at;
}

/** Where the value that begins here ends, its quotes included. */
function endOfValue(page: Buffer, from: number): number {
  const first = page[from];
  if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) return next(page, first, from + 1) + 1;
  let at = from;
  for (; at < page.length; at += 1) {
    const byte = page[at] as number;
    if (byte <= SPACE || byte === CLOSE) break;
  }
  return at;
}

function valueBetween(page: Buffer, from: number, to: number): string {
  const isQuoted = page[from] === DOUBLE_QUOTE || page[from] === SINGLE_QUOTE;
  return isQuoted ? page.toString('utf8', from + 1, to - 1) : page.toString('utf8', from, to);
}

/** Reads attributes from the end of a tag's name on. @returns where the tag ends */
function readAttributes(
  page: Buffer,
  from: number,
  matters: (first?: number) => boolean,
  found: Attribute[],
): number {
  let at = from;
  while (at < page.length && page[at] !== CLOSE) {
    const first = page[at] as number;
    if (first <= SPACE || first === SLASH) {
      at += 1;
      continue;
    }
    // One that begins with `=` has no other name.
    const nameEnd = endOfName(page, at + 1);
    const hasValue = page[nameEnd] === EQUALS;
    const end = hasValue ? endOfValue(page, nameEnd + 1) : nameEnd;
    if (matters(first)) {
      const value = hasValue ? valueBetween(page, nameEnd + 1, end) : '';
      found.push({ name: page.toString('latin1', at, nameEnd), value });
    }
    at = end;
  }
  return at + 1;
}

const always = (): boolean => true;

/**
 * Shows the start tags of a page that may matter, as a browser finds them: what looks like one in an
 * attribute, a script or a comment is none. It goes through the bytes once, and makes texts only of what
 * may be looked at: it is done for every page of a site.
 */
export function readTags(page: Buffer, show: (tag: Tag) => void): void {
  let at = next(page, OPEN, 0);
  for (; at < page.length; at = next(page, OPEN, at)) {
    at += 1;
    if (!isLetter(page[at])) {
      if (page[at + 1] !== HYPHEN || page.toString('latin1', at, at + 3) !== '!--') continue;
      const end = page.indexOf('-->', at + 1);
      at = end === -1 ? page.length : end;
      continue;
    }
    const from = at;
    const nameEnd = endOfName(page, from);
    const name = tagNameAt(page, from, nameEnd);
    const attributes: Attribute[] = [];
    at = readAttributes(page, nameEnd, name === '' ? mayMatter : always, attributes);
    let text = '';
    if (holdText.includes(name)) {
      const end = page.indexOf(`</${name}`, at);
      const textEnd = end === -1 ? page.length : end;
      text = page.toString('utf8', at, textEnd);
      at = textEnd;
    }
    if (name !== '' || attributes.length > 0) show({ name, attributes, text });
  }
}

/** The value of an attribute; undefined where the tag does not have it. */
export const attributeOf = ({ attributes }: Tag, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;
