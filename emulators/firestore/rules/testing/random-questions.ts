import type { Fields, Value } from '../../contract.ts';
import { float, int, list, map, text, type Write } from './questions.ts';
import type { Chance } from './random.ts';

const scalars: readonly Value[] = [
  ...[int(4), int(5), int(6), int(7), float(5), float(5.5), text('a'), text('b'), text('ann')],
  ...[{ booleanValue: true }, { booleanValue: false }, { nullValue: null } as const],
];
const tags = [text('a'), text('b'), text('c'), int(5)];

/** A document with some of the fields that the random conditions ask for. */
export function randomFields(chance: Chance): Fields {
  const scalar = () => chance.oneOf(scalars);
  const all: Fields = {
    x: scalar(),
    y: scalar(),
    uid: chance.oneOf([text('ann'), text('bob')]),
    m: map({ a: scalar(), ...(chance.once(2) ? { b: scalar() } : {}) }),
    tags: chance.once(6) ? scalar() : list(chance.oneOf(tags), chance.oneOf(tags)),
  };
  return Object.fromEntries(Object.entries(all).filter(() => !chance.once(4)));
}

const comparisons = [
  ...['EQUAL', 'EQUAL', 'EQUAL', 'NOT_EQUAL', 'LESS_THAN', 'LESS_THAN_OR_EQUAL'],
  ...['GREATER_THAN', 'GREATER_THAN_OR_EQUAL'],
];

function randomFilter(chance: Chance, depth: number): object {
  if (depth > 0 && chance.once(3)) {
    const filters = [randomFilter(chance, depth - 1), randomFilter(chance, depth - 1)];
    return { compositeFilter: { op: chance.oneOf(['AND', 'AND', 'OR']), filters } };
  }
  const scalar = () => chance.oneOf(scalars);
  const fieldFilter = (fieldPath: string, op: string, value: Value) => ({
    fieldFilter: { field: { fieldPath }, op, value },
  });
  const field = chance.oneOf(['x', 'x', 'y', 'm.a', 'm.b', 'uid']);
  switch (chance.below(8)) {
    case 0:
      return fieldFilter('tags', 'ARRAY_CONTAINS', chance.oneOf(tags));
    case 1:
      return fieldFilter('tags', 'ARRAY_CONTAINS_ANY', list(...tags.slice(0, 1 + chance.below(3))));
    case 2:
      return fieldFilter(field, chance.oneOf(['IN', 'IN', 'NOT_IN']), list(scalar(), scalar()));
    case 3:
      return {
        unaryFilter: {
          field: { fieldPath: field },
          op: chance.oneOf(['IS_NULL', 'IS_NOT_NULL', 'IS_NAN', 'IS_NOT_NAN']),
        },
      };
    default:
      return fieldFilter(field, chance.oneOf(comparisons), scalar());
  }
}

/** A StructuredQuery of one collection, without `from`. */
export function randomQuery(chance: Chance): Readonly<Record<string, unknown>> {
  const direction = chance.oneOf(['ASCENDING', 'DESCENDING']);
  return {
    ...(chance.once(8) ? {} : { where: randomFilter(chance, 2) }),
    ...(chance.once(3) ? { limit: 1 + chance.below(6) } : {}),
    ...(chance.once(4)
      ? { orderBy: [{ field: { fieldPath: chance.oneOf(['x', 'y']) }, direction }] }
      : {}),
  };
}

/** One to three writes to documents of a collection, and perhaps to one that rules look up. */
export function randomWrites(chance: Chance, collection: string): readonly Write[] {
  const write = (path: string): Write => {
    if (chance.once(5)) return { delete: path };
    const isMerge = chance.once(3);
    return { set: path, fields: randomFields(chance), ...(isMerge ? { isMerge } : {}) };
  };
  const own = ['one', 'two', 'new'].filter(() => chance.once(2)).map((id) => `${collection}/${id}`);
  const paths = own.length > 0 ? own : [`${collection}/one`];
  return [...paths, ...(chance.once(2) ? [`other/${chance.oneOf(['one', 'none'])}`] : [])].map(
    write,
  );
}
