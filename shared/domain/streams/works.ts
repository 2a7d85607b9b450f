import { lacksOnlyAccents } from './names.ts';
import { isPlaceholderId, isPlaceholderName } from './placeholders.ts';
import {
  bareKey,
  type Identifiers,
  joinIdentifiers,
  linkedIdentifiers,
  linkedKeys,
  listNameKeys,
  looseKey,
  nameKey,
  noIdentifiers,
  SHARED,
  type Work,
  without,
} from './work-names.ts';

export interface Credit {
  readonly name: string;
  readonly datId: string;
}

export interface Lesson {
  readonly identifiers: Identifiers;
  /** Names that other works had until now, with these works. */
  readonly contested: readonly Credit[];
}

export interface Known {
  readonly id: string;
  readonly contentId: string;
  readonly songName: string;
  readonly artistName: string;
  /** The work's own ISRC, given by its releaser; unique among works. */
  readonly isrc?: string | undefined;
  readonly identifiers: Identifiers;
}

/**
 * Returns the title key, none for a placeholder such as "Unknown": such a work is found by its ids or a
 * confirmed name.
 */
const titleOf = ({ songName, artistName }: Known): string[] =>
  isPlaceholderName(songName) || isPlaceholderName(artistName)
    ? []
    : [nameKey.title(songName, artistName)];

const listNames = (known: Known): string[] => [
  nameKey.dat(known.id),
  ...(isPlaceholderId(known.contentId) ? [] : [nameKey.content(known.contentId)]),
  ...titleOf(known),
  ...listNameKeys(known.identifiers),
];

export type Doubt =
  | 'unknown'
  /** A work's title and artist only look similar. */
  | 'spelling'
  /** The named work has a different ISRC. */
  | 'isrc'
  | 'several'
  /** A work has the row's ISRC, but earlier rows with it were credited to another work. */
  | 'credited'
  | 'shared'
  /** Another row of the file for the same work and time is already credited. */
  | 'twice';

export type Match =
  | { readonly kind: 'dat'; readonly datId: string }
  | { readonly kind: 'waits'; readonly doubt: Doubt; readonly datIds: readonly string[] };

const waits = (doubt: Doubt, datIds: readonly string[]): Match => ({
  kind: 'waits',
  doubt,
  datIds: [...new Set(datIds)].sort(),
});

const startingWith = (names: readonly string[], prefix: string): string[] =>
  names.filter((name) => name.startsWith(prefix));

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

/** The works that rows of stream reports can be about, by all their names and ids. */
export class WorkIndex {
  readonly #byId = new Map<string, Known>();
  readonly #byName = new Index();
  readonly #byIsrc = new Index();
  readonly #byCredited = new Index();
  /** `title:` keys by bare key. */
  readonly #titles = new Index();
  readonly #byLook = new Index();

  constructor(dats: readonly Known[]) {
    for (const dat of dats) this.#add(dat);
  }

  #add(dat: Known): void {
    this.#byId.set(dat.id, dat);
    if (dat.isrc !== undefined) this.#byIsrc.add(nameKey.isrc(dat.isrc), dat.id);
    for (const name of listNames(dat)) this.#byName.add(name, dat.id);
    const { creditedIsrcs, creditedNames } = dat.identifiers;
    for (const name of [...creditedIsrcs, ...creditedNames]) this.#byCredited.add(name, dat.id);
    // A confirmed title credits that spelling only, so it is not added here.
    for (const title of titleOf(dat)) this.#titles.add(bareKey(title), title);
    this.#byLook.add(looseKey(nameKey.title(dat.songName, dat.artistName)), dat.id);
  }

  find(id: string): Known | undefined {
    return this.#byId.get(id);
  }

  all(): Iterable<Known> {
    return this.#byId.values();
  }

  named(key: string): string[] {
    return this.#ownersOf([key]);
  }

  /** Says whether a person may link a name to a work: no other work has it alone. */
  mayLink(key: string, datId: string): boolean {
    const owners = this.named(key);
    return owners.length === 0 || owners.includes(datId);
  }

  /** Lists the names of a row that would credit it to a work if a person linked one, title first. */
  creditingLinks(work: Work, datId: string): string[] {
    const bare = work.names.map((name) => name.replace(SHARED, ''));
    const titles = startingWith(bare, 'title:');
    const own = [this.#byIsrc, this.#byName, this.#byCredited].flatMap((index) => index.of(bare));
    const related = new Set([...own, ...this.#titled(titles), ...this.#looksLike(titles), datId]);
    const dats = [...related].flatMap((id) => this.find(id) ?? []);
    return ['title:', 'isrc:', 'content:', 'apple:']
      .flatMap((kind) => startingWith(work.names, kind))
      .filter((name) => {
        if (!this.mayLink(name, datId)) return false;
        const linked = new WorkIndex(dats);
        linked.learn(datId, linkedIdentifiers(name));
        const match = linked.match(work);
        return match.kind === 'dat' && match.datId === datId;
      });
  }

  /**
   * Matches a row to a work (N-INP-03, docs/decisions/0040). A person's link counts first, then an ISRC of a
   * work, whatever else the row says. A row with another ISRC never matches a work that has its own.
   *
   * An ISRC credited to another work before a releaser gave it to this one waits for a person: crediting it
   * twice would pay for its plays twice.
   */
  match({ names }: Work): Match {
    const said = this.#byName.of(startingWith(names, 'dat:'));
    if (said[0] !== undefined) return { kind: 'dat', datId: said[0] };
    const titles = startingWith(names, 'title:');
    const isrcs = startingWith(names, 'isrc:');
    const owners = this.#ownersOf(isrcs);
    if (owners.length > 0) {
      const credited = without(this.#byCredited.of(isrcs), owners);
      const isLinked = this.#byName.of(isrcs).some((id) => owners.includes(id));
      if (credited.length === 0 || isLinked) return decided(owners);
      return waits('credited', [...owners, ...credited]);
    }

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

  /** Lists works that have a name, or rows with it, although a person linked it to another work. */
  wrongCredits(): Credit[] {
    const credits = [...this.#byId.values()].flatMap(({ id, identifiers }) =>
      linkedKeys(identifiers).flatMap((name) =>
        without([...this.#byName.of([name]), ...this.#byCredited.of([name])], [id]).map(
          (datId) => [`${datId} ${name}`, { name, datId }] as const,
        ),
      ),
    );
    return [...new Map(credits).values()];
  }

  unlinked(): Credit[] {
    return [...this.#byId.values()].flatMap(({ id: datId, identifiers }) =>
      identifiers.unlinked.map((name) => ({ name, datId })),
    );
  }

  #ownersOf(isrcs: readonly string[]): string[] {
    const own = this.#byIsrc.of(isrcs);
    return own.length > 0 ? own : this.#byName.of(isrcs);
  }

  #confirmed(names: readonly string[]): string[] {
    return this.#byName
      .of(names)
      .filter((id) => names.some((name) => this.find(id)?.identifiers.aliases.includes(name)));
  }

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

  /** Matches an id that a file gives to several songs only if the row's title looks like its work's. */
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
   * Returns what a match adds to its DAT (N-INP-04): an Apple id beside an ISRC of the work. If reports give
   * an id to several works, each gets it, and rows with the id alone wait for a person. ISRCs are never
   * learned, only confirmed by people. Other names in the row are recorded as credited, because they can
   * belong to another work later. Undefined if nothing is new.
   */
  lesson(datId: string, { names }: Work): Lesson | undefined {
    const own = startingWith(names, 'isrc:');
    const isrcs = [...own, ...sharedIn(names, 'isrc:')];
    const owners = this.#ownersOf(isrcs);
    if (owners.length > 0 && !owners.includes(datId)) return undefined;
    const dat = this.find(datId);
    if (!dat) return undefined;
    const { identifiers } = dat;
    const news = this.#newsOfApple(datId, this.#ownersOf(own).includes(datId) ? names : []);
    const creditedIsrcs = without(isrcs, identifiers.creditedIsrcs);
    const creditedNames = without(
      names.map((name) => name.replace(SHARED, '')).filter((name) => !name.startsWith('isrc:')),
      [...listNames(dat), ...identifiers.creditedNames, ...news],
    );
    if ([...news, ...creditedIsrcs, ...creditedNames].length === 0) return undefined;
    const appleIdentifiers = news.map((name) => name.slice('apple:'.length));
    const contested = news.flatMap((name) =>
      this.#byName.of([name]).map((other) => ({ name, datId: other })),
    );
    const learned = { ...noIdentifiers, appleIdentifiers, creditedIsrcs, creditedNames };
    return { identifiers: learned, contested };
  }

  #newsOfApple(datId: string, names: readonly string[]): string[] {
    return startingWith(names, 'apple:').filter(
      (name) => !this.#byName.of([name]).includes(datId) && this.#confirmed([name]).length === 0,
    );
  }

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
