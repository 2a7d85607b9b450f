/** An attribute whose value is in quotes or has no end before the next space. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** A start tag of a page. */
export interface Tag {
  /** Empty when it is none of those whose names matter. */
  readonly name: TagName | '';
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

/** A table of bytes: one is looked up, not compared with several. */
const bytesThat = (is: (byte: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_none, byte) => +is(byte));

const letters = bytesThat((byte) => (byte | 32) >= code('a') && (byte | 32) <= code('z'));
const endsName = bytesThat(
  (byte) => byte <= SPACE || byte === CLOSE || byte === EQUALS || byte === SLASH,
);
const endsValue = bytesThat((byte) => byte <= SPACE || byte === CLOSE);

/** Whether a name stands here. */
function isName(page: Buffer, from: number, to: number, name: string): boolean {
  if (to - from !== name.length) return false;
  for (let at = 0; at < name.length; at += 1) {
    if (page[from + at] !== name.charCodeAt(at)) return false;
  }
  return true;
}

/** Names by the code of the letter with which they begin. */
const byFirst = <Name extends string>(all: readonly Name[]): readonly (readonly Name[])[] =>
  Array.from({ length: 256 }, (_none, byte) => all.filter((name) => name.charCodeAt(0) === byte));

const tagsByFirst = byFirst(tagNames);

/** Attributes that matter, whatever the tag; besides those whose names begin with `on`. */
const attributesByFirst = byFirst([
  ...['href', 'src', 'style'],
  ...['name', 'property', 'content', 'rel', 'as', 'type', 'lang'],
]);

/** The one of these names that stands here. */
function nameAt<Name extends string>(
  page: Buffer,
  from: number,
  to: number,
  names: readonly (readonly Name[])[],
): Name | undefined {
  for (const name of names[page[from] as number] as readonly Name[]) {
    if (isName(page, from, to, name)) return name;
  }
  return undefined;
}

/** The name of an attribute, if it is one that matters. */
function attributeNameAt(page: Buffer, from: number, to: number): string | undefined {
  const isHandler = page[from] === code('o') && page[from + 1] === code('n');
  return isHandler ? page.toString('latin1', from, to) : nameAt(page, from, to, attributesByFirst);
}

/** Where one of these bytes is next; the end of the page when there is none. */
function nextOf(page: Buffer, those: Uint8Array, from: number): number {
  const { length } = page;
  let at = from;
  while (at < length && those[page[at] as number] === 0) at += 1;
  return at;
}

/** Further than this, to search takes longer than to have it searched. */
const NEAR = 24;

/** Where this byte is next; the end of the page when it is nowhere. */
function next(page: Buffer, byte: number, from: number): number {
  const near = Math.min(from + NEAR, page.length);
  let at = from;
  while (at < near && page[at] !== byte) at += 1;
  if (at < near || near === page.length) return at;
  const found = page.indexOf(byte, at);
  return found === -1 ? page.length : found;
}

/** Where the value that begins here ends, its quotes included. */
function endOfValue(page: Buffer, from: number): number {
  const first = page[from];
  if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) return next(page, first, from + 1) + 1;
  return nextOf(page, endsValue, from);
}

function valueBetween(page: Buffer, from: number, to: number): string {
  const isQuoted = page[from] === DOUBLE_QUOTE || page[from] === SINGLE_QUOTE;
  return isQuoted ? page.toString('utf8', from + 1, to - 1) : page.toString('utf8', from, to);
}

/** Reads attributes from the end of a tag's name on. @returns where the tag ends */
function readAttributes(page: Buffer, from: number, found: Attribute[]): number {
  let at = from;
  while (at < page.length && page[at] !== CLOSE) {
    const first = page[at] as number;
    if (first <= SPACE || first === SLASH) {
      at += 1;
      continue;
    }
    // One that begins with `=` has no other name.
    const nameEnd = nextOf(page, endsName, at + 1);
    const hasValue = page[nameEnd] === EQUALS;
    const end = hasValue ? endOfValue(page, nameEnd + 1) : nameEnd;
    const name = attributeNameAt(page, at, nameEnd);
    if (name !== undefined) {
      found.push({ name, value: hasValue ? valueBetween(page, nameEnd + 1, end) : '' });
    }
    at = end;
  }
  return at + 1;
}

/** Reads what begins at `<`, and shows it if it is a start tag that may matter. @returns where it ends */
function readTag(page: Buffer, open: number, show: (tag: Tag) => void): number {
  const from = open + 1;
  if (letters[page[from] as number] !== 1) {
    if (page[from + 1] !== HYPHEN || page.toString('latin1', from, from + 3) !== '!--') return from;
    const end = page.indexOf('-->', from + 1);
    return end === -1 ? page.length : end;
  }
  const nameEnd = nextOf(page, endsName, from);
  const name = nameAt(page, from, nameEnd, tagsByFirst) ?? '';
  const attributes: Attribute[] = [];
  let at = readAttributes(page, nameEnd, attributes);
  let text = '';
  if (holdText.includes(name)) {
    const end = page.indexOf(`</${name}`, at);
    const textEnd = end === -1 ? page.length : end;
    text = page.toString('utf8', at, textEnd);
    at = textEnd;
  }
  if (name !== '' || attributes.length > 0) show({ name, attributes, text });
  return at;
}

/** What thousands of pages have alike, from `<header` to its end tag, and the tags in it. */
interface Passage {
  readonly bytes: Buffer;
  readonly tags: readonly Tag[];
}

/** There are a few: each page has the bar at its top, with another entry marked. */
const MOST_PASSAGES = 20;
const HEADER_END = '</header>';
const passages: Passage[] = [];

/** The passage that stands here; one that was not known is read. */
function passageAt(page: Buffer, open: number): Passage | undefined {
  for (const passage of passages) {
    const { bytes } = passage;
    const end = open + bytes.length;
    if (end <= page.length && page.compare(bytes, 0, bytes.length, open, end) === 0) return passage;
  }
  const end = page.indexOf(HEADER_END, open);
  if (end === -1) return undefined;
  const tags: Tag[] = [];
  let at = open;
  const keep = (tag: Tag) => tags.push(tag);
  while (at < end) at = next(page, OPEN, readTag(page, at, keep));
  // Otherwise its end is one only by its looks, in a script for example.
  if (at !== end) return undefined;
  const bytes = Buffer.from(page.subarray(open, end + HEADER_END.length));
  const passage = { bytes, tags };
  if (passages.push(passage) > MOST_PASSAGES) passages.shift();
  return passage;
}

/**
 * Shows the start tags of a page that may matter, as a browser finds them: what looks like one in an
 * attribute, a script or a comment is none. It goes through the bytes once, and makes texts only of what
 * may be looked at: it is done for every page of a site.
 */
export function readTags(page: Buffer, show: (tag: Tag) => void): void {
  let at = next(page, OPEN, 0);
  while (at < page.length) {
    const isHeader = page[at + 1] === code('h') && isName(page, at + 1, at + 7, 'header');
    const passage = isHeader ? passageAt(page, at) : undefined;
    if (passage) for (const tag of passage.tags) show(tag);
    at = next(page, OPEN, passage ? at + passage.bytes.length : readTag(page, at, show));
  }
}

/** The value of an attribute; undefined where the tag does not have it. */
export const attributeOf = ({ attributes }: Tag, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;
