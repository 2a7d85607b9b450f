import { readIsrc } from '../isrc.ts';
import { plainName } from './names.ts';

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

/** A work as the files know it. `key` is its strongest name; the others are gathered over rows. */
export interface Work {
  readonly key: string;
  /** All its names, as keys, sorted. */
  readonly names: readonly string[];
}

// A key is a map key in the database, where it may have 1,500 bytes.
const LONGEST_NAME = 180;
const cut = (name: string): string => plainName(name).slice(0, LONGEST_NAME);

export const nameKey = {
  dat: (id: string) => `dat:${id}`,
  content: (id: string) => `content:${id.trim().slice(0, LONGEST_NAME)}`,
  isrc: (isrc: string) => `isrc:${isrc}`,
  apple: (id: string) => `apple:${id}`,
  title: (title: string, artist: string) => `title:${cut(title)}|${cut(artist)}`,
};

/** Strongest first; undefined when nothing names the work. */
export function workOf(named: Named): Work | undefined {
  const { datId, contentId = '', appleId = '', title = '', artist = '' } = named;
  const isrc = readIsrc(named.isrc ?? '');
  const names = [
    ...(datId ? [nameKey.dat(datId)] : []),
    ...(isrc ? [nameKey.isrc(isrc)] : []),
    ...(contentId.trim() ? [nameKey.content(contentId)] : []),
    ...(/^\d{1,20}$/.test(appleId.trim()) ? [nameKey.apple(appleId.trim())] : []),
    ...(title.trim() && artist.trim() ? [nameKey.title(title, artist)] : []),
  ];
  const key = names[0];
  return key === undefined ? undefined : { key, names: [...names].sort() };
}

/** Names gathered from several rows or files. */
export const joinWorks = (one: Work, other: Work): Work => ({
  key: one.key,
  names: [...new Set([...one.names, ...other.names])].sort(),
});

/**
 * What is known about a released work besides its summary: learned from matches and from people.
 */
export interface Identifiers {
  /** They count while the work has no ISRC of its own. */
  readonly isrcs: readonly string[];
  readonly appleIdentifiers: readonly string[];
  /** Other names people have confirmed, as keys. */
  readonly aliases: readonly string[];
}

export const noIdentifiers: Identifiers = { isrcs: [], appleIdentifiers: [], aliases: [] };

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

const namesOf = ({ id, contentId, songName, artistName, isrc, identifiers }: Known): string[] => [
  nameKey.dat(id),
  nameKey.content(contentId),
  nameKey.title(songName, artistName),
  ...(isrc === undefined ? identifiers.isrcs : [isrc]).map(nameKey.isrc),
  ...identifiers.appleIdentifiers.map(nameKey.apple),
  ...identifiers.aliases,
];

export type Match =
  | { readonly kind: 'dat'; readonly datId: string }
  /** `alike` match by name but have another ISRC: a person may know that they are the same. */
  | { readonly kind: 'unknown'; readonly alike?: readonly string[] }
  /** Several DATs have these names: a person has to say which one. */
  | { readonly kind: 'ambiguous'; readonly datIds: readonly string[] };

/** What names a work besides an id of a person's choice and an ISRC of its own; strongest first. */
const otherNames = ['content:', 'isrc:', 'apple:', 'title:'] as const;

const startingWith = (names: readonly string[], prefix: string): string[] =>
  names.filter((name) => name.startsWith(prefix));

/** Every released work by all its names, and which work a name stands for. */
export class Catalogue {
  private readonly byName = new Map<string, Set<string>>();
  private readonly byId = new Map<string, Known>();

  constructor(dats: readonly Known[]) {
    for (const dat of dats) this.add(dat);
  }

  private add(dat: Known): void {
    this.byId.set(dat.id, dat);
    for (const name of namesOf(dat)) {
      const ids = this.byName.get(name);
      if (ids) ids.add(dat.id);
      else this.byName.set(name, new Set([dat.id]));
    }
  }

  find(id: string): Known | undefined {
    return this.byId.get(id);
  }

  all(): Iterable<Known> {
    return this.byId.values();
  }

  /** The work that has this ISRC as its own. */
  ownerOf(isrc: string): string | undefined {
    return [...this.byId.values()].find((dat) => dat.isrc === isrc)?.id;
  }

  /**
   * Which work a row is about (docs/decisions/0040). A person's word counts first, then the ISRC
   * that a work has as its own, whatever else the row says; and a row with an ISRC is never about a
   * work that has another one, unless a person has confirmed it.
   */
  match(work: Work): Match {
    for (const ids of this.candidates(work)) {
      const [datId, ...others] = ids;
      if (datId === undefined) continue;
      if (others.length === 0) return { kind: 'dat', datId };
      return { kind: 'ambiguous', datIds: [datId, ...others] };
    }
    const alike = this.idsOf(work.names);
    return alike.length > 0 ? { kind: 'unknown', alike } : { kind: 'unknown' };
  }

  private idsOf(names: readonly string[]): string[] {
    return [...new Set(names.flatMap((name) => [...(this.byName.get(name) ?? [])]))].sort();
  }

  private *candidates({ names }: Work): Generator<string[]> {
    const isrcs = startingWith(names, 'isrc:');
    const ownIsrc = (id: string) => this.byId.get(id)?.isrc;
    const isOwn = (id: string) => isrcs.includes(nameKey.isrc(ownIsrc(id) ?? ''));
    yield this.idsOf(startingWith(names, 'dat:'));
    yield this.idsOf(isrcs).filter(isOwn);
    for (const prefix of otherNames) {
      const found = this.idsOf(startingWith(names, prefix));
      // What was learned or confirmed about an ISRC identifies a recording; everything else only
      // describes a work.
      const isFree = (id: string) =>
        prefix === 'isrc:' || isrcs.length === 0 || ownIsrc(id) === undefined;
      yield found.filter(isFree);
    }
  }

  /**
   * What a match teaches about its DAT: ISRCs and Apple ids that no work has yet. Undefined when
   * there is nothing new.
   */
  lesson(datId: string, { names }: Work): Identifiers | undefined {
    const known = this.byId.get(datId)?.identifiers ?? noIdentifiers;
    const fresh = (prefix: string) =>
      names
        .filter((name) => name.startsWith(prefix) && !this.byName.has(name))
        .map((name) => name.slice(prefix.length));
    const hasOwn = this.byId.get(datId)?.isrc !== undefined;
    const [isrcs, appleIdentifiers] = [hasOwn ? [] : fresh('isrc:'), fresh('apple:')];
    if (isrcs.length + appleIdentifiers.length === 0) return undefined;
    return joinIdentifiers(known, { isrcs, appleIdentifiers, aliases: [] });
  }

  learn(datId: string, identifiers: Identifiers): void {
    const dat = this.byId.get(datId);
    if (!dat) return;
    this.add({ ...dat, identifiers: joinIdentifiers(dat.identifiers, identifiers) });
  }
}

const union = (one: readonly string[], other: readonly string[]): string[] =>
  [...new Set([...one, ...other])].sort();

export const joinIdentifiers = (one: Identifiers, other: Identifiers): Identifiers => ({
  isrcs: union(one.isrcs, other.isrcs),
  appleIdentifiers: union(one.appleIdentifiers, other.appleIdentifiers),
  aliases: union(one.aliases, other.aliases),
});
