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

/** Adds a name and returns false if it differs from the known ones by more than missing accents. */
function isOneOf(known: string[], name: string): boolean {
  if (name === '' || known.includes(name)) return true;
  const isOther = known.some((one) => !lacksOnlyAccents(one, name));
  known.push(name);
  return !isOther;
}

/** Collects the ids of one file and finds those given to several songs (N-INP-04): their rows wait for a person. */
export class SharedIds {
  readonly #said = new Map<string, Said>();
  readonly #shared = new Set<string>();

  note(named: Named, { names }: Work): void {
    const [title, artist] = [nameIn(named.title), nameIn(named.artist)];
    const isrc = names.find((name) => name.startsWith('isrc:')) ?? '';
    for (const id of names.filter(isId)) {
      // Apple identifies each recording; our content id can belong to a whole release.
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

  /** Returns the work of a row, with shared ids marked. Call it after all rows are noted. */
  mark(work: Work): Work {
    if (!work.names.some((name) => this.#shared.has(name))) return work;
    const marked = work.names.map((name) => (this.#shared.has(name) ? `${SHARED}${name}` : name));
    const names = marked.sort();
    return { key: strongestKey(names), names };
  }
}

const kindsByStrength = ['dat:', 'isrc:', 'content:', 'apple:', 'title:'];

export function strongestKey(names: readonly string[]): string {
  const bare = names.map((name) => name.replace(SHARED, ''));
  const [strongest = ''] = kindsByStrength.flatMap((kind) =>
    bare.filter((name) => name.startsWith(kind)),
  );
  if (names.includes(strongest)) return strongest;
  return `${SHARED}${names.find((name) => name.startsWith('title:')) ?? strongest}`;
}
