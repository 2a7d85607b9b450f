import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readIsrc } from '../isrc.ts';
import { bareName, exactName, looseName } from './names.ts';
import { isPlaceholderId, isPlaceholderName } from './placeholders.ts';

/** How a report names a work: at least one of an id of ours, an ISRC, an Apple id, title and artist. */
export interface Named {
  readonly datId?: string | undefined;
  readonly contentId?: string | undefined;
  readonly isrc?: string | undefined;
  readonly appleId?: string | undefined;
  readonly title?: string | undefined;
  readonly artist?: string | undefined;
}

/** A work as one file knows it. `key` is its strongest name; figures of a batch are kept under it. */
export interface Work {
  readonly key: string;
  readonly names: readonly string[];
}

/** Begins an id that a file gives to several songs; see `SharedIds`. */
export const SHARED = 'shared:';

/** A key is a map key in the database, where it may have 1,500 bytes. */
const LONGEST_NAME = 180;
const HASH_DIGITS = 16;

/** A long name ends with its hash instead: movements of one symphony begin alike. */
function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const hash = bytesToHex(sha256(utf8ToBytes(name))).slice(0, HASH_DIGITS);
  const start = name.slice(0, LONGEST_NAME - HASH_DIGITS - 1).replace(/[\ud800-\udbff]$/, '');
  return `${start}…${hash}`;
}

const escaped = (name: string): string => name.replace(/[\\|]/g, '\\$&');
const unescaped = (name: string): string => name.replace(/\\(.)/gsu, '$1');

/** Begins what stands for an ISRC that nobody can read: no ISRC begins so. */
const UNREAD = '?';

/** The names of works as keys. Those of equal works are equal; see `exactName`. */
export const nameKey = {
  dat: (id: string) => `dat:${id}`,
  content: (id: string) => `content:${shortened(id.trim())}`,
  isrc: (isrc: string) => `isrc:${isrc}`,
  unreadIsrc: (text: string) => `isrc:${UNREAD}${shortened(exactName(text))}`,
  apple: (id: string) => `apple:${id}`,
  title: (title: string, artist: string) =>
    `title:${[title, artist].map((name) => escaped(shortened(exactName(name)))).join('|')}`,
};

/** The title and the artist in a `title:` key, or in one that a person typed. */
export function titleAndArtist(key: string): readonly [title: string, artist: string] | undefined {
  const [, title, artist] = /^title:((?:\\.|[^\\|])+)\|(.+)$/su.exec(key) ?? [];
  if (title === undefined || artist === undefined) return undefined;
  return [unescaped(title), unescaped(artist)];
}

const mapTitle = (key: string, change: (name: string) => string): string =>
  (titleAndArtist(key) ?? ['', '']).map((name) => escaped(change(name))).join('|');

/** `title:` keys that differ only in accents have the same bare key, and a few others. */
export const bareKey = (key: string): string => mapTitle(key, bareName);

/** `title:` keys of spellings that look alike have the same loose key. */
export const looseKey = (key: string): string => mapTitle(key, looseName);

/** What spreadsheets and people put around an ISRC and between its parts: `="…"`, `'`, `ISRC: `, dots. */
const unwrapped = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/^\s*=?["'“’]|["”]\s*$/g, '')
    .replace(/^\s*isrc\b\s*:?/i, '')
    .replace(/[._/—;]/g, '');

/**
 * Reads the ISRC of a report as a key; undefined where the cell has none or nothing but zeros behind its issuer. One
 * that cannot be read, such as `GBXNQ26O0417` with a letter O, still says that the row has one: the row
 * is not about a work that has its own, until a person says so (N-INP-04).
 */
function isrcKeyOf(text: string): string | undefined {
  if (isPlaceholderId(text)) return undefined;
  const isrc = readIsrc(unwrapped(text));
  if (isrc === undefined) return nameKey.unreadIsrc(text);
  return isrc.endsWith('0000000') ? undefined : nameKey.isrc(isrc);
}

/** The ISRC in a key of one that nobody can read; undefined for another key. */
export const unreadIsrcIn = (key: string): string | undefined =>
  key.startsWith(`isrc:${UNREAD}`) ? key.slice(`isrc:${UNREAD}`.length) : undefined;

/** Strongest first; undefined when nothing names the work. */
export function workOf(named: Named): Work | undefined {
  // Stryker disable next-line StringLiteral: As an identifier of Apple it is no number, so it names nothing.
  const { datId, contentId = '', appleId = '', title = '', artist = '' } = named;
  // Stryker disable next-line StringLiteral: It is no ISRC either.
  const isrc = isrcKeyOf(named.isrc ?? '');
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

/** What is known about a released work besides its summary. */
export interface Identifiers {
  /** ISRCs that a person has confirmed (N-INP-04). */
  readonly isrcs: readonly string[];
  /** Confirmed by a person, or learned from Apple beside an ISRC of the work. */
  readonly appleIdentifiers: readonly string[];
  /** Other names that a person has confirmed, as keys. */
  readonly aliases: readonly string[];
  /** ISRCs, as keys, of rows that the work got, its own and linked ones too; they may become another's. */
  readonly creditedIsrcs: readonly string[];
  /** Other names, as keys, of rows that the work got: where to look once a person links one to another work. */
  readonly creditedNames: readonly string[];
  /** Names, as keys, of which a person has said that they are not the work's after all. */
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

/** The identifiers that a work learns from a link, given as a key (N-INP-04). */
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

/** Identifiers that a work has, as the keys of rows. */
export const keysOf = ({ isrcs, appleIdentifiers, aliases }: Identifiers): string[] => [
  ...isrcs.map(nameKey.isrc),
  ...appleIdentifiers.map(nameKey.apple),
  ...aliases,
];

/** Names that a person has linked to a work, as the keys of rows. */
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
