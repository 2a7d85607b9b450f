import { values } from '../query/testing/tables.ts';
import type { Chance } from '../rules/testing/random.ts';
import type { Step } from './play.ts';

type Json = Readonly<Record<string, unknown>>;

/** The documents that are written: few, so that writes meet. */
export const paths = ['c/a', 'c/b', 'c/a/d/e', 'k/a', 'c/k1', 'd/k1'];

/** A document as requests of a scenario name it. */
export const nameOf = (path: string): string => `$DB/documents/${path}`;

const names = ['a', 'b', 'n', 'm', 'm.x', 'm.y', 'm.x.z', '`a.b`', 'arr'];

// Google's REST loses the sign of -0, and 0 written over it would be no change there.
const { minusZero: _, ...written } = values;
const plain: readonly Json[] = Object.values(inDatabase(written));

/** What is written down for queries, whose names begin with `$DOCS`, in a scenario. */
export function inDatabase<T>(json: T): T {
  return JSON.parse(JSON.stringify(json).replaceAll('$DOCS', '$DB/documents'));
}

/** A document that no one reads or writes, so that no one waits for it. */
const nobodys = nameOf('nobodys/document');

/** A write whose condition never holds. */
export const neverMet: Json = {
  delete: nobodys,
  currentDocument: { updateTime: '2020-01-01T00:00:00Z' },
};

/** Writes of all kinds, with conditions, masks and transforms. */
export class RandomWrites {
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Writes that are committed together, or each for itself. */
  batch(among: readonly string[]): Step {
    const method = this.#chance.once(8) ? 'BatchWrite' : 'Commit';
    return { method, request: { database: '$DB', writes: this.several(among) } };
  }

  /** Up to four writes. */
  several(among: readonly string[]): readonly Json[] {
    return Array.from({ length: 1 + this.#chance.below(4) }, () => this.#write(among));
  }

  /** Writes that are never refused. */
  accepted(among: readonly string[]): readonly Json[] {
    return this.#some(among).map((path) => {
      const name = nameOf(path);
      if (this.#chance.once(4)) return { delete: name };
      const fields = { a: this.#value(), n: this.#number() };
      const updateMask = { fieldPaths: ['n', 'm.x'] };
      const updateTransforms = [{ fieldPath: 'b', increment: this.#number() }];
      return {
        update: { name, fields },
        ...(this.#chance.once(2) ? { updateMask } : {}),
        ...(this.#chance.once(3) ? { updateTransforms } : {}),
      };
    });
  }

  /** Writes that are always refused, before anyone looks at documents. */
  invalid(): readonly Json[] {
    const transform = { document: nobodys, fieldTransforms: [] };
    return this.#chance.oneOf<Json[]>([[{ transform }], [{ update: { name: nobodys } }, {}]]);
  }

  /** One of the calls that write a single document. */
  single(): Step {
    const chance = this.#chance;
    const path = chance.oneOf(paths);
    const document = { name: nameOf(path), fields: this.#fields() };
    // Google's takes a time in an address for none.
    const condition = chance.once(2) ? {} : { currentDocument: { exists: !chance.once(3) } };
    switch (chance.below(3)) {
      case 0: {
        const parts = path.split('/');
        const parent = ['$DB/documents', ...parts.slice(0, -2)].join('/');
        const [collectionId, documentId] = parts.slice(-2);
        const { fields } = document;
        const request = { parent, collectionId, documentId, document: { fields } };
        return { method: 'CreateDocument', request };
      }
      case 1: {
        const updateMask = { fieldPaths: this.#some(names) };
        const mask = updateMask.fieldPaths.length > 0 ? { updateMask } : {};
        return { method: 'UpdateDocument', request: { document, ...mask, ...condition } };
      }
      default:
        return { method: 'DeleteDocument', request: { name: nameOf(path), ...condition } };
    }
  }

  #write(among: readonly string[]): Json {
    const chance = this.#chance;
    const name = nameOf(chance.oneOf(among));
    const condition = this.#condition();
    switch (chance.below(10)) {
      case 0:
      case 1:
        return { delete: name, ...condition };
      case 2:
        // Of a document that is not there Google's answers when it looked, which nothing else
        // tells.
        return { verify: name, ...(chance.once(5) ? {} : { currentDocument: { exists: true } }) };
      case 3:
        return { transform: { document: name, fieldTransforms: this.#transforms() }, ...condition };
      default:
        return {
          update: { name, fields: this.#fields() },
          ...(chance.once(2) ? { updateMask: { fieldPaths: this.#some(names) } } : {}),
          ...(chance.once(3) ? { updateTransforms: this.#transforms() } : {}),
          ...condition,
        };
    }
  }

  #condition(): Json {
    const chance = this.#chance;
    if (chance.once(2)) return {};
    if (chance.once(4)) return { currentDocument: { updateTime: `$t${1 + chance.below(12)}` } };
    return { currentDocument: { exists: !chance.once(3) } };
  }

  #some = <T>(items: readonly T[]): readonly T[] => items.filter(() => this.#chance.once(3));

  #fields(): Json {
    const fields: [string, Json][] = ['a', 'b', 'n', 'a.b', 'arr', 'm']
      .filter(() => this.#chance.once(2))
      .map((name) => [name, name === 'm' ? this.#map() : this.#value()]);
    return Object.fromEntries(fields);
  }

  #map(): Json {
    // Twenty levels are the most.
    if (this.#chance.once(30)) return nested(17 + this.#chance.below(4), this.#number());
    const fields = ['x', 'y'].filter(() => this.#chance.once(2));
    const value = () => (this.#chance.once(4) ? nested(1, this.#number()) : this.#value());
    return { mapValue: { fields: Object.fromEntries(fields.map((name) => [name, value()])) } };
  }

  #number(): Json {
    return this.#chance.oneOf<Json>([
      { integerValue: '0' },
      { integerValue: '1' },
      { integerValue: '-7' },
      { integerValue: '9007199254740993' },
      { integerValue: '9223372036854775807' },
      { integerValue: '-9223372036854775808' },
      { doubleValue: 1 },
      { doubleValue: 0.5 },
      { doubleValue: -2.25 },
      { doubleValue: 1e300 },
      { doubleValue: 5e-324 },
      { doubleValue: 9007199254740992 },
      { doubleValue: 'NaN' },
      { doubleValue: 'Infinity' },
      { doubleValue: '-Infinity' },
    ]);
  }

  #element(): Json {
    return this.#chance.oneOf<Json>([
      this.#number(),
      { stringValue: 'x' },
      { nullValue: null },
      { booleanValue: true },
      { timestampValue: '2020-01-01T00:00:00.123456789Z' },
      { mapValue: { fields: { q: this.#number() } } },
    ]);
  }

  #value(): Json {
    if (this.#chance.once(3)) return this.#number();
    if (this.#chance.once(3)) return { arrayValue: this.#list() };
    return this.#chance.oneOf<Json>([this.#element(), ...plain]);
  }

  #list(): Json {
    return { values: Array.from({ length: this.#chance.below(4) }, () => this.#element()) };
  }

  #transforms(): readonly Json[] {
    return Array.from({ length: this.#chance.once(20) ? 0 : 1 + this.#chance.below(3) }, () => {
      const fieldPath = this.#chance.oneOf(names);
      return this.#chance.oneOf<Json>([
        { fieldPath, increment: this.#number() },
        { fieldPath, maximum: this.#number() },
        { fieldPath, minimum: this.#number() },
        { fieldPath, setToServerValue: 'REQUEST_TIME' },
        { fieldPath: this.#chance.oneOf(['arr', fieldPath]), appendMissingElements: this.#list() },
        { fieldPath: this.#chance.oneOf(['arr', fieldPath]), removeAllFromArray: this.#list() },
      ]);
    });
  }
}

/** A value within so many maps. */
const nested = (levels: number, value: Json): Json =>
  levels === 0 ? value : { mapValue: { fields: { z: nested(levels - 1, value) } } };
