/** Copies of a cell: its saved text with other names. A name keeps its form and gets a suffix. */
export class Copies {
  readonly count: number;
  readonly #names: RegExp;

  constructor(names: readonly string[], count: number) {
    this.count = count;
    const longestFirst = [...names].sort((a, b) => b.length - a.length);
    this.#names = new RegExp(longestFirst.join('|'), 'g');
  }

  suffix = (copy: number): string => `x${copy.toString(36).padStart(4, '0')}`;

  rename = (name: string, copy: number): string => `${name}${this.suffix(copy)}`;

  /** Splits a text behind each name; a text without names has one part. */
  split = (text: string): string[] => text.replaceAll(this.#names, '$&\0').split('\0');

  isNamed = (text: string): boolean => this.split(text).length > 1;

  render = (parts: readonly string[], copy: number): string => parts.join(this.suffix(copy));

  /** Renders all copies of a text. */
  *all(text: string): Generator<string> {
    const parts = this.split(text);
    for (let copy = 0; copy < this.count; copy++) yield this.render(parts, copy);
  }

  /** Copies the parts of a tree whose keys are names; the others stay. */
  tree(node: unknown): unknown {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, child]): [string, unknown][] => {
        if (!this.isNamed(key)) return [[key, this.tree(child)]];
        return [...this.all(JSON.stringify([key, child]))].map((text) => JSON.parse(text));
      }),
    );
  }
}

type Value = Record<string, unknown>;

function encode(value: unknown): Value {
  if (value === null) return { nullValue: null };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encode) } };
  return { mapValue: { fields: encodeFields(value as object) } };
}

/** Encodes a document's fields as the Firestore emulator saves them. */
export const encodeFields = (data: object): Value =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, encode(value)]),
  );
