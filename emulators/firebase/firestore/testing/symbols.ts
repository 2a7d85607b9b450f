import type { Outcome } from './question.ts';

/**
 * Symbolic names for values that differ between runs: times, transactions and page tokens. A value
 * has the same name throughout a run, so that two runs can be compared.
 */
export class Symbols {
  readonly #names = new Map<string, string>();
  readonly #reals = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #database: string;

  constructor(database: string) {
    this.#database = database;
  }

  /** Replaces values that differ between runs by names, and sorts the keys of maps. */
  name(outcome: Outcome): Outcome {
    return this.#walk(outcome, '') as Outcome;
  }

  /** Replaces names in a request by the values of this run: `$t1` a time, `$DB` the database. */
  fill(request: unknown): unknown {
    const fill = (json: unknown): unknown => {
      if (typeof json === 'string') {
        const real = this.#reals.get(json) ?? (/^\$t\d+$/.test(json) ? longAgo : undefined);
        return real ?? json.replaceAll('$DB', this.#database);
      }
      if (Array.isArray(json)) return json.map(fill);
      if (typeof json !== 'object' || json === null) return json;
      return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, fill(value)]));
    };
    return fill(request);
  }

  /** Lets later requests refer to a value by a name of their own. */
  call(name: string, real: string): void {
    this.#reals.set(name, real);
  }

  #walk(json: unknown, key: string): unknown {
    if (Array.isArray(json)) return json.map((each) => this.#walk(each, key));
    if (typeof json === 'string') return this.#text(json, key);
    if (Object.is(json, -0)) return '-0';
    if (typeof json !== 'object' || json === null) return json;
    const entries = Object.entries(json)
      .filter(([name]) => !isSentTwice(name) && !isDeletion(name, json))
      .sort(([a], [b]) => (timesFirst(a) < timesFirst(b) ? -1 : 1))
      .map(([name, value]) => [name, this.#walk(value, name)]);
    return Object.fromEntries(entries);
  }

  #text(text: string, key: string): unknown {
    if (key === 'readTime') return '$now';
    if (key === 'timestampValue' && isRecent(text)) {
      return /\.\d{3}Z$|:\d\dZ$/.test(text) ? '$requestTime' : text;
    }
    if (/^(create|update|commit)Time$/.test(key)) return this.#named(text, '$t');
    if (key === 'transaction') return this.#named(text, '$x');
    // Page tokens of Google's emulator are always new, ours are not.
    if (key === 'nextPageToken') return this.#fresh(text, '$p');
    return text
      .replace(/projects\/[^/]+\/databases\/\(default\)/g, '$DB')
      .replace(/(?<=\/)[A-Za-z0-9]{20}$/, '$id');
  }

  #named(real: string, kind: string): string {
    return this.#names.get(real) ?? this.#fresh(real, kind);
  }

  #fresh(real: string, kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `${kind}${count}`;
    this.#names.set(real, name);
    this.#reals.set(name, real);
    return name;
  }
}

/** The value of a time that is not known yet: no document has it. */
const longAgo = '2020-01-01T00:00:00Z';

/** Sorts document times before commit times, whatever the order of an answer. */
const timesFirst = (key: string): string => (key === 'createTime' ? '' : key);

/**
 * Whether a field is sent differently: Google's emulator sends it with every document but the last,
 * the documentation says only with the first.
 */
const isSentTwice = (name: string): boolean => name === 'skippedResults';

/**
 * Whether a field is a deletion time: Google's emulator sends one for missing documents in a list,
 * unlike the documentation.
 */
const isDeletion = (name: string, json: object): boolean =>
  name === 'updateTime' && 'name' in json && !('createTime' in json);

const isRecent = (text: string): boolean => Math.abs(Date.parse(text) - Date.now()) < 3_600_000;
