import type { Chance } from './random.ts';

const fields = ['x', 'y', 'm.a', 'm.b', 'tags', 'uid'];
const literals = ['4', '5', '6', '7', '5.0', '5.5', "'a'", "'b'", "'ann'", 'true', 'false', 'null'];
const lists = ["['a', 'b']", "['b', 'c']", '[5, 6]', "['ann']", '[]', '[6]'];
const comparisons = ['==', '!=', '<', '<=', '>', '>='];
const types = [
  'int',
  'float',
  'number',
  'string',
  'bool',
  'list',
  'map',
  'constraint',
  'timestamp',
];
const documents = '/databases/$(database)/documents';

/** Functions that the random conditions call. */
export const functions = `
    function isFive(value) { let number = value; return number == 5 || number == 'a'; }
    function firstOf(list) { return list[0]; }
    function orElse(first, second) { let other = second; return first || other; }`;

/** What rules of reads may ask; `resource.data` and the rest of the request. */
export function randomReadCondition(chance: Chance, depth = 2): string {
  return combined(chance, depth, () => readAtom(chance));
}

/** What rules of writes may ask. */
export function randomWriteCondition(chance: Chance, depth = 2): string {
  return combined(chance, depth, () => writeAtom(chance));
}

function combined(chance: Chance, depth: number, atom: () => string): string {
  const inner = () => combined(chance, depth - 1, atom);
  if (depth === 0 || chance.once(3)) return atom();
  switch (chance.below(6)) {
    case 0:
    case 1:
      return `(${inner()} && ${inner()})`;
    case 2:
    case 3:
      return `(${inner()} || ${inner()})`;
    case 4:
      return `!(${inner()})`;
    default:
      return `(${inner()} ? ${inner()} : ${inner()})`;
  }
}

function fieldAtom(chance: Chance, data: string): string {
  const field = chance.oneOf(fields);
  const literal = chance.oneOf(literals);
  switch (chance.below(14)) {
    case 0:
      return `'${chance.oneOf(['x', 'y', 'm', 'tags', 'none'])}' in ${data}`;
    case 1:
      return `${data}.get('${chance.oneOf(['x', 'y', 'none'])}', ${literal}) ${chance.oneOf(comparisons)} ${chance.oneOf(literals)}`;
    case 2:
      return `${data}.${field} is ${chance.oneOf(types)}`;
    case 3:
      return `${data}.${field} in ${chance.oneOf(lists)}`;
    case 4:
      return `${chance.oneOf(literals)} in ${data}.tags`;
    case 5:
      return `${data}.tags.has${chance.oneOf(['Any', 'All', 'Only'])}(${chance.oneOf(lists)})`;
    case 6:
      return `${data}.keys().has${chance.oneOf(['Any', 'All', 'Only'])}(['x', 'y'])`;
    case 7:
      return chance.oneOf([
        `isFive(${data}.${field})`,
        `isFive(${data}.get('none', 5))`,
        `firstOf(${data}.tags) == 'a'`,
        `orElse(${data}.${field} == ${literal}, ${data}.none)`,
      ]);
    case 8:
      return chance.oneOf([
        `${data}.${field}.matches('[a-c]+')`,
        `${data}.${field} + 1 == 6`,
        `${data}.${field}.size() == ${chance.oneOf(['1', '2', '3'])}`,
        `string(${data}.${field}) == '5'`,
        `${data}.${field} == ${data}.${chance.oneOf(fields)}`,
        `[${data}.${field}, 5].toSet().size() == 1`,
        `${data}.m == {'a': ${literal}}`,
        `${data}.tags[0:1] == ['a']`,
      ]);
    case 9:
      return `${literal} ${chance.oneOf(comparisons)} ${data}.${field}`;
    default:
      return `${data}.${field} ${chance.oneOf(comparisons)} ${literal}`;
  }
}

function readAtom(chance: Chance): string {
  switch (chance.below(12)) {
    case 10:
      return `id ${chance.oneOf(['==', '!='])} 'one'`;
    case 11:
      return `request.query.orderBy.${chance.oneOf(['x', 'y'])} == 'ASC'`;
    case 0:
      return 'request.auth != null';
    case 1:
      return `request.auth.uid == resource.data.${chance.oneOf(['uid', 'x', 'y'])}`;
    case 2:
      return `request.query.limit ${chance.oneOf(comparisons)} ${chance.oneOf(['2', '5', 'null'])}`;
    case 3:
      return `resource.id ${chance.oneOf(['==', '!=', '<'])} 'one'`;
    case 4:
      return lookUp(chance);
    default:
      return fieldAtom(chance, 'resource.data');
  }
}

function writeAtom(chance: Chance): string {
  switch (chance.below(10)) {
    case 0:
      return `request.auth.uid == ${chance.oneOf(['', 'request.'])}resource.data.uid`;
    case 1:
      return `request.resource.data.diff(resource.data).${chance.oneOf(['affected', 'changed', 'added', 'removed', 'unchanged'])}Keys().has${chance.oneOf(['Only', 'All', 'Any'])}(['x', 'm'])`;
    case 2:
      return `resource ${chance.oneOf(['==', '!='])} null`;
    case 3:
      return `request.resource ${chance.oneOf(['==', '!='])} null`;
    case 4:
    case 5:
      return lookUp(chance);
    case 6:
      return fieldAtom(chance, 'resource.data');
    default:
      return fieldAtom(chance, 'request.resource.data');
  }
}

function lookUp(chance: Chance): string {
  const path = `${documents}/other/${chance.oneOf(['one', 'two', 'none', '$(request.auth.uid)', '$(id)'])}`;
  const after = chance.oneOf(['', 'After']);
  if (chance.once(3)) return `exists${after}(${path})`;
  return fieldAtom(chance, `get${after}(${path}).data`);
}
