import { Chance } from '../../rules/testing/random.ts';
import type { Json } from '../json.ts';
import type { Question, World } from './answer.ts';
import * as b from './build.ts';
import { values } from './tables.ts';

const paths = ['n', 's', 'm', 'm.a', 'm.b', '`a b`', 'm.`a b`', 'arr', '__name__'];
const strange = ['', 'a b', '__x__', 'm..a', 'm.__name__'];
const listed = ['IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY'];
const operators = [
  ...['LESS_THAN', 'LESS_THAN_OR_EQUAL', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL', 'EQUAL'],
  ...['EQUAL', 'NOT_EQUAL', 'ARRAY_CONTAINS', ...listed],
];

/** Documents, and queries and aggregations over them, that come again with the same seed. */
export class RandomQueries {
  readonly #chance: Chance;
  readonly world: World;

  /** @param documents how many there are in the world */
  constructor(seed: number, documents = 60) {
    this.#chance = new Chance(seed);
    this.world = Object.fromEntries(
      Array.from({ length: documents }, () => [this.#path(), this.#fields()] as const),
    );
  }

  next(): Question {
    const chance = this.#chance;
    const parent = chance.oneOf(['', '', '', 'c/k1', 'd/k1']);
    const structuredQuery = this.#query();
    if (!chance.once(5)) return { parent, structuredQuery };
    const aggregations = this.#some(1, 3, () => this.#aggregation());
    return { parent, structuredAggregationQuery: { structuredQuery, aggregations } };
  }

  #some<T>(least: number, most: number, make: () => T): readonly T[] {
    return Array.from({ length: least + this.#chance.below(most - least + 1) }, make);
  }

  #path(): string {
    const chance = this.#chance;
    const collection = chance.oneOf(['c', 'c', 'c', 'd', 'c/k1/c', 'd/k1/c', 'c/k1/e']);
    const number = 1 + chance.below(30);
    const id = chance.oneOf([`k${number}`, `__id${number}__`, `Z${number}`, `ü${number}`]);
    return `${collection}/${id}`;
  }

  #fields(): Json {
    const fields: [string, Json][] = [];
    for (const name of ['n', 's', 'm', 'a b', 'arr']) {
      if (this.#chance.once(4)) continue;
      fields.push([name, this.#valueOf(name)]);
    }
    return Object.fromEntries(fields);
  }

  #valueOf(name: string): Json {
    const { zero, one, oneDouble, half, exact, rounded, nan, most } = values;
    const numbers = [zero, one, oneDouble, half, exact, rounded, nan, most] as Json[];
    if (this.#chance.once(3)) return this.#value();
    if (name === 'n') return this.#chance.oneOf(numbers);
    if (name === 's') return b.text(this.#chance.oneOf(['', 'a', 'ab', 'b', 'ü', '\u{1f600}']));
    if (name === 'arr') return b.list(...this.#some(0, 3, () => this.#element()));
    if (name !== 'm') return this.#value();
    const inside = this.#some(0, 3, () => [this.#chance.oneOf(['a', 'b', 'a b']), this.#value()]);
    return b.map(Object.fromEntries(inside));
  }

  #value(): Json {
    return this.#chance.oneOf(Object.values(values));
  }

  /** Lists hold neither lists nor vectors. */
  #element(): Json {
    const value = this.#value();
    const isKept = !('arrayValue' in value) && !JSON.stringify(value).includes('__vector__');
    return isKept ? value : this.#element();
  }

  /** A value that is likely to be there. */
  #known(): Json {
    const fields = Object.values(this.#chance.oneOf(Object.values(this.world))) as Json[];
    if (fields.length === 0 || this.#chance.once(2)) return this.#value();
    return this.#chance.oneOf(fields);
  }

  #name(): Json {
    const known = this.#chance.oneOf(Object.keys(this.world));
    return b.ref(this.#chance.oneOf([known, known, known, known, 'c/zz', 'a/b', 'c/k1/c/q']));
  }

  #condition(): Json {
    const chance = this.#chance;
    const path = chance.once(50) ? chance.oneOf(strange) : chance.oneOf(paths);
    if (chance.once(8)) {
      return b.is(path, chance.oneOf(['IS_NULL', 'IS_NAN', 'IS_NOT_NULL', 'IS_NOT_NAN']));
    }
    const op = chance.oneOf(operators);
    const one = () => (path === '__name__' && !chance.once(20) ? this.#name() : this.#known());
    if (!listed.includes(op) || chance.once(30)) return b.where(path, op, one());
    const most = chance.once(30) ? 32 : 4;
    return b.where(path, op, b.list(...this.#some(chance.once(30) ? 0 : 1, most, one)));
  }

  #filter(depth: number): Json {
    if (depth > 2 || !this.#chance.once(2)) return this.#condition();
    const filters = this.#some(1, 3, () => this.#filter(depth + 1));
    return this.#chance.once(2) ? b.and(...filters) : b.or(...filters);
  }

  #query(): Json {
    const chance = this.#chance;
    const collectionId = chance.oneOf(['c', 'c', 'c', 'd', 'e', 'zz']);
    const orderBy = chance.once(2) ? this.#some(1, 2, () => this.#order()) : undefined;
    const cursor = () => this.#cursor(orderBy ?? []);
    return {
      from: [
        {
          ...(chance.once(30) ? {} : { collectionId }),
          ...(chance.once(3) ? { allDescendants: true } : {}),
        },
      ],
      ...(chance.once(4) ? {} : { where: this.#filter(0) }),
      ...(orderBy ? { orderBy } : {}),
      ...(orderBy && chance.once(3) ? { startAt: cursor() } : {}),
      ...(orderBy && chance.once(3) ? { endAt: cursor() } : {}),
      ...(chance.once(3) ? { limit: chance.once(30) ? -1 : chance.below(6) } : {}),
      ...(chance.once(6) ? { offset: chance.once(30) ? -1 : chance.below(5) } : {}),
      ...(chance.once(10)
        ? { select: { fields: this.#some(0, 2, () => ({ fieldPath: chance.oneOf(paths) })) } }
        : {}),
    };
  }

  #order(): Json {
    const path = this.#chance.oneOf(paths);
    return this.#chance.once(3) ? b.down(path) : b.up(path);
  }

  #cursor(orders: readonly Json[]): Json {
    const chance = this.#chance;
    const count = Math.max(0, orders.length - chance.below(2) + (chance.once(25) ? 1 : 0));
    const values = Array.from({ length: count }, (_, at) => {
      const isName = JSON.stringify(orders[at] ?? {}).includes('"__name__"');
      return isName && !chance.once(20) ? this.#name() : this.#known();
    });
    return { values, ...(chance.once(2) ? { before: true } : {}) };
  }

  #aggregation(): Json {
    const chance = this.#chance;
    const field = b.field(chance.oneOf(paths.slice(0, -1)));
    return {
      ...(chance.once(3) ? { alias: chance.oneOf(['x', 'y', 'field_1']) } : {}),
      ...chance.oneOf<Json>([
        { count: {} },
        { count: { upTo: String(chance.below(4)) } },
        { sum: field },
        { sum: field },
        { avg: field },
      ]),
    };
  }
}
