import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readIsrc } from '../isrc.ts';
import { bareName, exactName, looseName } from './names.ts';
import { isPlaceholderId, isPlaceholderName } from './placeholders.ts';

/** The names of a work in a report: at least one of our id, ISRC, Apple id, or title and artist. */
export interface Named {
  readonly datId?: string | undefined;
  readonly contentId?: string | undefined;
  readonly isrc?: string | undefined;
  readonly appleId?: string | undefined;
  readonly title?: string | undefined;
  readonly artist?: string | undefined;
}

/** A work within one file. `key` is its strongest name; figures of a batch are stored under it. */
export interface Work {
  readonly key: string;
  readonly names: readonly string[];
}

/** The prefix of an id that a file gives to several songs; see `SharedIds`. */
export const SHARED = 'shared:';

/** The most characters of a name, because Firestore limits map keys to 1,500 bytes. */
const MAX_NAME_LENGTH = 180;
const HASH_DIGITS = 16;

/** Ends a long name with its hash, because movements of a symphony have the same beginning. */
function shortened(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const hash = bytesToHex(sha256(utf8ToBytes(name))).slice(0, HASH_DIGITS);
  const start = name.slice(0, MAX_NAME_LENGTH - HASH_DIGITS - 1).replace(/[\ud800-\udbff]$/, '');
  return `${start}…${hash}`;
}

const escaped = (name: string): string => name.replace(/[\\|]/g, '\\$&');
const unescaped = (name: string): string => name.replace(/\\(.)/gsu, '$1');

/** The prefix that replaces an unreadable ISRC; no ISRC begins with it. */
const UNREAD = '?';

export const nameKey = {
  dat: (id: string) => `dat:${id}`,
  content: (id: string) => `content:${shortened(id.trim())}`,
  isrc: (isrc: string) => `isrc:${isrc}`,
  unreadIsrc: (text: string) => `isrc:${UNREAD}${shortened(exactName(text))}`,
  apple: (id: string) => `apple:${id}`,
  title: (title: string, artist: string) =>
    `title:${[title, artist].map((name) => escaped(shortened(exactName(name)))).join('|')}`,
};

export function titleAndArtist(key: string): readonly [title: string, artist: string] | undefined {
  const [, title, artist] = /^title:((?:\\.|[^\\|])+)\|(.+)$/su.exec(key) ?? [];
  if (title === undefined || artist === undefined) return undefined;
  return [unescaped(title), unescaped(artist)];
}

const mapTitle = (key: string, change: (name: string) => string): string =>
  (titleAndArtist(key) ?? ['', '']).map((name) => escaped(change(name))).join('|');

/** Returns the key shared by `title:` keys that differ only in accents, and by a few others. */
export const bareKey = (key: string): string => mapTitle(key, bareName);

export const looseKey = (key: string): string => mapTitle(key, looseName);

/** Removes the additions of spreadsheets and people to an ISRC: `="…"`, `'`, `ISRC: `, dots. */
const unwrapped = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/^\s*=?["'“’]|["”]\s*$/g, '')
    .replace(/^\s*isrc\b\s*:?/i, '')
    .replace(/[._/—;]/g, '');

/**
 * Reads a report's ISRC as a key; undefined for a placeholder or an ISRC of zeros. An unreadable one, such as
 * `GBXNQ26O0417` with a letter O, still counts as an ISRC. Its row is not credited to a work with its own
 * ISRC until a person says so (N-INP-04).
 */
function readIsrcKey(text: string): string | undefined {
  if (isPlaceholderId(text)) return undefined;
  const isrc = readIsrc(unwrapped(text));
  if (isrc === undefined) return nameKey.unreadIsrc(text);
  return isrc.endsWith('0000000') ? undefined : nameKey.isrc(isrc);
}

export const unreadIsrcIn = (key: string): string | undefined =>
  key.startsWith(`isrc:${UNREAD}`) ? key.slice(`isrc:${UNREAD}`.length) : undefined;

/** Collects the names of a row, the strongest as key; undefined if nothing names a work. */
export function identifyWork(named: Named): Work | undefined {
  // Stryker disable next-line StringLiteral: A text that is not a number is no Apple identifier.
  const { datId, contentId = '', appleId = '', title = '', artist = '' } = named;
  // Stryker disable next-line StringLiteral: It is not an ISRC.
  const isrc = readIsrcKey(named.isrc ?? '');
  const hasTitle = title.trim() && artist.trim();
  const names = [
    ...(datId ? [nameKey.dat(datId)] : []),
    ...(isrc ? [isrc] : []),
    ...(isPlaceholderId(contentId) ? [] : [nameKey.content(contentId)]),
    ...(isPlaceholderId(appleId) || !/^\d{1,20}$/.test(appleId.trim())
      ? []
      : [nameKey.apple(appleId.trim())]),
    ...(hasTitle && !(isPlaceholderName(title) && isPlaceholderName(artist))
      ? [nameKey.title(title, artist)]
      : []),
  ];
  const key = names.some((name) => unreadIsrcIn(name) === undefined) ? names[0] : undefined;
  return key === undefined ? undefined : { key, names: [...names].sort() };
}

export interface Identifiers {
  /** ISRCs that a person confirmed (N-INP-04). */
  readonly isrcs: readonly string[];
  /** Apple ids that a person confirmed, or that came with an ISRC of the work. */
  readonly appleIdentifiers: readonly string[];
  /** Other names that a person confirmed, as keys. */
  readonly aliases: readonly string[];
  /** ISRCs, as keys, of rows credited to the work; later they can belong to another work. */
  readonly creditedIsrcs: readonly string[];
  /** Other names, as keys, of rows credited to the work: checked when a person links one to another work. */
  readonly creditedNames: readonly string[];
  /** Names, as keys, that a person took away from the work. */
  readonly unlinked: readonly string[];
}

export const noIdentifiers: Identifiers = {
  isrcs: [],
  appleIdentifiers: [],
  aliases: [],
  creditedIsrcs: [],
  creditedNames: [],
  unlinked: [],
};

/** Returns the identifiers that a link, given as a key, adds to a work (N-INP-04). */
export function linkedIdentifiers(key: string): Identifiers {
  const value = key.slice(key.indexOf(':') + 1);
  if (key.startsWith('isrc:') && unreadIsrcIn(key) === undefined) {
    return { ...noIdentifiers, isrcs: [value] };
  }
  const appleIdentifiers = key.startsWith('apple:') ? [value] : [];
  return { ...noIdentifiers, appleIdentifiers, aliases: [key] };
}

const union = (one: readonly string[], other: readonly string[]): string[] =>
  [...new Set([...one, ...other])].sort();

export const without = (all: readonly string[], less: readonly string[]): string[] =>
  all.filter((name) => !less.includes(name));

export const withoutIdentifiers = (all: Identifiers, less: Identifiers): Identifiers => ({
  isrcs: without(all.isrcs, less.isrcs),
  appleIdentifiers: without(all.appleIdentifiers, less.appleIdentifiers),
  aliases: without(all.aliases, less.aliases),
  creditedIsrcs: without(all.creditedIsrcs, less.creditedIsrcs),
  creditedNames: without(all.creditedNames, less.creditedNames),
  unlinked: without(all.unlinked, less.unlinked),
});

export const listNameKeys = ({ isrcs, appleIdentifiers, aliases }: Identifiers): string[] => [
  ...isrcs.map(nameKey.isrc),
  ...appleIdentifiers.map(nameKey.apple),
  ...aliases,
];

export const linkedKeys = ({ isrcs, aliases }: Identifiers): string[] => [
  ...isrcs.map(nameKey.isrc),
  ...aliases,
];

export const joinIdentifiers = (one: Identifiers, other: Identifiers): Identifiers => ({
  isrcs: union(one.isrcs, other.isrcs),
  appleIdentifiers: union(one.appleIdentifiers, other.appleIdentifiers),
  aliases: union(one.aliases, other.aliases),
  creditedIsrcs: union(one.creditedIsrcs, other.creditedIsrcs),
  creditedNames: union(one.creditedNames, other.creditedNames),
  unlinked: union(one.unlinked, other.unlinked),
});
