import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readIsrc } from '../isrc.ts';
import { bareName, exactName, lacksOnlyAccents, looseName } from './names.ts';
import { isPlaceholderId, isPlaceholderName } from './placeholders.ts';

/**
 * How a report names a work: at least one of an id of ours, an ISRC, an Apple id, title and artist.
 */
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
  /** All its names, as keys, sorted. */
  readonly names: readonly string[];
}

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
  const { datId, contentId = '', appleId = '', title = '', artist = '' } = named;
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
}

export const noIdentifiers: Identifiers = { isrcs: [], appleIdentifiers: [], aliases: [] };

const union = (one: readonly string[], other: readonly string[]): string[] =>
  [...new Set([...one, ...other])].sort();

export const withoutIdentifiers = (all: Identifiers, less: Identifiers): Identifiers => ({
  isrcs: all.isrcs.filter((isrc) => !less.isrcs.includes(isrc)),
  appleIdentifiers: all.appleIdentifiers.filter((id) => !less.appleIdentifiers.includes(id)),
  aliases: all.aliases.filter((alias) => !less.aliases.includes(alias)),
});

/** Identifiers as the keys that rows have. */
export const keysOf = ({ isrcs, appleIdentifiers, aliases }: Identifiers): string[] => [
  ...isrcs.map(nameKey.isrc),
  ...appleIdentifiers.map(nameKey.apple),
  ...aliases,
];

export const joinIdentifiers = (one: Identifiers, other: Identifiers): Identifiers => ({
  isrcs: union(one.isrcs, other.isrcs),
  appleIdentifiers: union(one.appleIdentifiers, other.appleIdentifiers),
  aliases: union(one.aliases, other.aliases),
});

/** Names that a row teaches about its work. */
export interface Lesson {
  readonly identifiers: Identifiers;
  /** Names that other works had until now, and which these are. */
  readonly contested: readonly { readonly name: string; readonly datId: string }[];
}

/** A released work as matching sees it. */
export interface Known {
  readonly id: string;
  readonly contentId: string;
  readonly songName: string;
  readonly artistName: string;
  /** Its own, which its releaser gave it; no other work has it. */
  readonly isrc?: string | undefined;
  readonly identifiers: Identifiers;
}

/** A work called "Unknown" is found by its ids, and by its name once a person has confirmed that. */
const titleOf = ({ songName, artistName }: Known): string[] =>
  isPlaceholderName(songName) || isPlaceholderName(artistName)
    ? []
    : [nameKey.title(songName, artistName)];

const namesOf = (known: Known): string[] => [
  nameKey.dat(known.id),
  ...(isPlaceholderId(known.contentId) ? [] : [nameKey.content(known.contentId)]),
  ...titleOf(known),
  ...keysOf(known.identifiers),
];

/** Why a row waits for a person. */
export type Doubt =
  /** No work has any of its names. */
  | 'unknown'
  /** A work has a title and artist that only look like these. */
  | 'spelling'
  /** The work with these names has an ISRC, which is another one. */
  | 'isrc'
  /** Its names are those of different works. */
  | 'several'
  /** The file gives an id of the row to more than one song. */
  | 'shared'
  /** The file has another row about its work and the same time, which is credited. */
  | 'twice';

export type Match =
  | { readonly kind: 'dat'; readonly datId: string }
  /** `datIds` are the works that a person may mean. */
  | { readonly kind: 'waits'; readonly doubt: Doubt; readonly datIds: readonly string[] };

const waits = (doubt: Doubt, datIds: readonly string[]): Match => ({
  kind: 'waits',
  doubt,
  datIds: [...new Set(datIds)].sort(),
});

/** Begins an id that a file gives to several songs; see `SharedIds`. */
export const SHARED = 'shared:';

const startingWith = (names: readonly string[], prefix: string): string[] =>
  names.filter((name) => name.startsWith(prefix));

/** The ids among names that a file gives to several songs. */
const sharedIn = (names: readonly string[], prefix = ''): string[] =>
  startingWith(names, `${SHARED}${prefix}`).map((name) => name.slice(SHARED.length));

class Index {
  readonly #ids = new Map<string, Set<string>>();

  add(key: string, id: string): void {
    this.#ids.set(key, (this.#ids.get(key) ?? new Set()).add(id));
  }

  of(keys: readonly string[]): string[] {
    return [...new Set(keys.flatMap((key) => [...(this.#ids.get(key) ?? [])]))].sort();
  }
}

/** Every released work by all its names, and which work a name stands for. */
export class Catalogue {
  readonly #byId = new Map<string, Known>();
  readonly #byName = new Index();
  readonly #byIsrc = new Index();
  /** `title:` keys by their bare keys. */
  readonly #titles = new Index();
  readonly #byLook = new Index();

  constructor(dats: readonly Known[]) {
    for (const dat of dats) this.#add(dat);
  }

  #add(dat: Known): void {
    this.#byId.set(dat.id, dat);
    if (dat.isrc !== undefined) this.#byIsrc.add(nameKey.isrc(dat.isrc), dat.id);
    for (const name of namesOf(dat)) this.#byName.add(name, dat.id);
    // A title that a person has confirmed credits that spelling alone.
    for (const title of titleOf(dat)) this.#titles.add(bareKey(title), title);
    this.#byLook.add(looseKey(nameKey.title(dat.songName, dat.artistName)), dat.id);
  }

  find(id: string): Known | undefined {
    return this.#byId.get(id);
  }

  all(): Iterable<Known> {
    return this.#byId.values();
  }

  /** The works that have a name, as their own or by a person's word. */
  named(key: string): string[] {
    return this.#ownersOf([key]);
  }

  /**
   * The work that a row names beyond doubt (N-INP-03, docs/decisions/0040). A person's word counts first,
   * then an ISRC that a work has, whatever else the row says. A row with another ISRC is never about a
   * work that has its own.
   */
  match({ names }: Work): Match {
    const said = this.#byName.of(startingWith(names, 'dat:'));
    if (said[0] !== undefined) return { kind: 'dat', datId: said[0] };
    const titles = startingWith(names, 'title:');
    const isrcs = startingWith(names, 'isrc:');
    const owners = this.#ownersOf(isrcs);
    if (owners.length > 0) return decided(owners);

    const isFree = (id: string): boolean => isrcs.length === 0 || this.find(id)?.isrc === undefined;
    const apples = startingWith(names, 'apple:');
    const confirmed = this.#confirmed([...titles, ...apples]).filter(isFree);
    if (confirmed.length > 0) return decided(confirmed);
    const shared = sharedIn(names);
    if (shared.length > 0) return this.#matchShared(shared, titles, isFree);

    const found = [
      this.#byName.of(startingWith(names, 'content:')),
      this.#byName.of(apples),
      this.#titled(titles),
    ].filter((ids) => ids.length > 0);
    const strongest = found.map((ids) => ids.filter(isFree)).find((ids) => ids.length > 0);
    if (strongest) {
      const agree = found.every((ids) => ids.some((id) => strongest.includes(id)));
      return agree ? decided(strongest) : waits('several', found.flat());
    }
    if (found.length > 0) return waits('isrc', found.flat());
    const alike = this.#looksLike(titles);
    return waits(alike.length > 0 ? 'spelling' : 'unknown', alike);
  }

  /** The names of a row that is credited by a name which its work has learned; undefined for others. */
  learnedNames(datId: string, { names }: Work): readonly string[] | undefined {
    const learned = keysOf(this.find(datId)?.identifiers ?? noIdentifiers);
    return names.some((name) => learned.includes(name.replace(SHARED, ''))) ? names : undefined;
  }

  /** The works that have one of these ISRCs: as their own, else by a person's word. */
  #ownersOf(isrcs: readonly string[]): string[] {
    const own = this.#byIsrc.of(isrcs);
    return own.length > 0 ? own : this.#byName.of(isrcs);
  }

  /** The works of which a person has said that they have one of these names. */
  #confirmed(names: readonly string[]): string[] {
    return this.#byName
      .of(names)
      .filter((id) => names.some((name) => this.find(id)?.identifiers.aliases.includes(name)));
  }

  /** The works with this title and artist; without any, those whose names differ in accents alone. */
  #titled(titles: readonly string[]): string[] {
    const exact = this.#byName.of(titles);
    if (exact.length > 0) return exact;
    const near = titles.flatMap((title) =>
      this.#titles.of([bareKey(title)]).filter((known) => lacksOnlyAccents(title, known)),
    );
    return this.#byName.of(near);
  }

  #looksLike(titles: readonly string[]): string[] {
    return this.#byLook.of(titles.map(looseKey));
  }

  /** An id that a file gives to several songs counts only beside a title that looks like its work's. */
  #matchShared(
    shared: readonly string[],
    titles: readonly string[],
    isFree: (id: string) => boolean,
  ): Match {
    const owners = [
      ...this.#ownersOf(startingWith(shared, 'isrc:')),
      ...this.#byName.of(shared.filter((id) => !id.startsWith('isrc:'))).filter(isFree),
    ];
    const alike = this.#looksLike(titles);
    const [datId, ...others] = new Set(owners.filter((id) => alike.includes(id)));
    const isOwn = datId !== undefined && owners.every((id) => id === datId);
    return isOwn && others.length === 0
      ? { kind: 'dat', datId }
      : waits('shared', [...owners, ...alike, ...this.#titled(titles)]);
  }

  /**
   * What a match teaches about its DAT (N-INP-04): an Apple id beside an ISRC of the work. Reports that give
   * an id to several works contradict each other, in whatever order they come: each has it, so that rows with
   * the id alone wait, until a person says whose it is. ISRCs are never learned: a person has to confirm
   * them. Undefined when there is nothing new.
   */
  lesson(datId: string, { names }: Work): Lesson | undefined {
    const isrcs = startingWith(names, 'isrc:');
    if (!this.#ownersOf(isrcs).includes(datId)) return undefined;
    const news = startingWith(names, 'apple:').filter(
      (name) => !this.#byName.of([name]).includes(datId) && this.#confirmed([name]).length === 0,
    );
    if (news.length === 0) return undefined;
    const appleIdentifiers = news.map((name) => name.slice('apple:'.length));
    const contested = news.flatMap((name) =>
      this.#byName.of([name]).map((other) => ({ name, datId: other })),
    );
    return { identifiers: { ...noIdentifiers, appleIdentifiers }, contested };
  }

  /** Adds names of a work that is known. */
  learn(datId: string, identifiers: Identifiers): void {
    const dat = this.#byId.get(datId);
    if (!dat) return;
    this.#add({ ...dat, identifiers: joinIdentifiers(dat.identifiers, identifiers) });
  }
}

const decided = (datIds: readonly string[]): Match => {
  const [datId, ...others] = datIds;
  return datId !== undefined && others.length === 0
    ? { kind: 'dat', datId }
    : waits('several', datIds);
};
