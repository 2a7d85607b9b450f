import { exactName, lacksOnlyAccents } from './names.ts';
import { isPlaceholderName } from './placeholders.ts';
import { type Named, SHARED, type Work } from './work-names.ts';

interface Said {
  readonly titles: string[];
  readonly artists: string[];
  readonly isrcs: string[];
}

const isId = (name: string): boolean => /^(isrc|content|apple):/.test(name);

const nameIn = (text = ''): string => (isPlaceholderName(text) ? '' : exactName(text));

/** Adds a name that is none of those; false when it is another one, not one without its accents. */
function isOneOf(known: string[], name: string): boolean {
  if (name === '' || known.includes(name)) return true;
  const isOther = known.some((one) => !lacksOnlyAccents(one, name));
  known.push(name);
  return !isOther;
}

/** The ids of one file, and which it gives to more than one song (N-INP-04): such a row waits for a person. */
export class SharedIds {
  readonly #said = new Map<string, Said>();
  readonly #shared = new Set<string>();

  note(named: Named, { names }: Work): void {
    const [title, artist] = [nameIn(named.title), nameIn(named.artist)];
    const isrc = names.find((name) => name.startsWith('isrc:')) ?? '';
    for (const id of names.filter(isId)) {
      // Apple gives an identifier to each recording; an id of ours may be given to a release.
      const beside = id.startsWith('apple:') ? isrc : '';
      if (`${title}${artist}${beside}` === '' || this.#shared.has(id)) continue;
      const said = this.#said.get(id) ?? { titles: [], artists: [], isrcs: [] };
      this.#said.set(id, said);
      const isOne =
        isOneOf(said.titles, title) &&
        isOneOf(said.artists, artist) &&
        (beside === '' || said.isrcs.every((known) => known === beside));
      if (beside !== '' && said.isrcs.length === 0) said.isrcs.push(beside);
      if (isOne) continue;
      this.#shared.add(id);
      this.#said.delete(id);
    }
  }

  /** The work of a row, once all rows are noted: a shared id stands for it no longer. */
  mark(work: Work): Work {
    if (!work.names.some((name) => this.#shared.has(name))) return work;
    const marked = work.names.map((name) => (this.#shared.has(name) ? `${SHARED}${name}` : name));
    const names = marked.sort();
    return { key: strongestKey(names), names };
  }
}

const kindsByStrength = ['dat:', 'isrc:', 'content:', 'apple:', 'title:'];

/** The key of a row's work, by its names alone. */
export function strongestKey(names: readonly string[]): string {
  const bare = names.map((name) => name.replace(SHARED, ''));
  const [strongest = ''] = kindsByStrength.flatMap((kind) =>
    bare.filter((name) => name.startsWith(kind)),
  );
  if (names.includes(strongest)) return strongest;
  return `${SHARED}${names.find((name) => name.startsWith('title:')) ?? strongest}`;
}
