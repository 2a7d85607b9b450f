import type { Chance } from '../rules/testing/random.ts';
import type { Scenario, Step } from './play.ts';

const paths = ['c/a', 'c/b', 'c/a/d/e', 'k/a'];
const names = ['a', 'b', 'm', 'm.x', 'm.y', 'm.x.z', '`a.b`', 'arr'];

type Json = Readonly<Record<string, unknown>>;

/** Batches of writes on few documents, so that they meet; after each all of the documents are read. */
export function randomBatches(chance: Chance, title: string, count: number): Scenario {
  const steps: Step[] = [];
  for (let at = 0; at < count; at++) {
    steps.push(randomBatch(chance), {
      method: 'BatchGetDocuments',
      request: { database: '$DB', documents: paths.map(nameOf) },
    });
  }
  return { title, steps };
}

const nameOf = (path: string): string => `$DB/documents/${path}`;

function randomBatch(chance: Chance): Step {
  const method = chance.once(8) ? 'BatchWrite' : 'Commit';
  const writes = Array.from({ length: 1 + chance.below(4) }, () => randomWrite(chance));
  return { method, request: { database: '$DB', writes } };
}

function randomWrite(chance: Chance): Json {
  const name = nameOf(chance.oneOf(paths));
  const condition = randomCondition(chance);
  switch (chance.below(10)) {
    case 0:
    case 1:
      return { delete: name, ...condition };
    case 2:
      // Of a document that is not there Google's answers when it looked, which nothing else tells.
      return { verify: name, ...(chance.once(5) ? {} : { currentDocument: { exists: true } }) };
    case 3:
      return { transform: { document: name, fieldTransforms: transforms(chance) }, ...condition };
    default:
      return {
        update: { name, fields: randomFields(chance) },
        ...(chance.once(2) ? { updateMask: { fieldPaths: someOf(chance, names) } } : {}),
        ...(chance.once(3) ? { updateTransforms: transforms(chance) } : {}),
        ...condition,
      };
  }
}

function randomCondition(chance: Chance): Json {
  if (chance.once(2)) return {};
  if (chance.once(4)) return { currentDocument: { updateTime: `$t${1 + chance.below(12)}` } };
  return { currentDocument: { exists: !chance.once(3) } };
}

const someOf = <T>(chance: Chance, items: readonly T[]): readonly T[] =>
  items.filter(() => chance.once(3));

function randomFields(chance: Chance): Json {
  const fields: [string, unknown][] = ['a', 'b', 'a.b', 'arr', 'm']
    .filter(() => chance.once(2))
    .map((name) => [name, name === 'm' ? randomMap(chance) : randomValue(chance)]);
  return Object.fromEntries(fields);
}

const randomMap = (chance: Chance): Json => {
  const fields = ['x', 'y'].filter(() => chance.once(2));
  const value = () =>
    chance.once(4) ? { mapValue: { fields: { z: number(chance) } } } : number(chance);
  return { mapValue: { fields: Object.fromEntries(fields.map((name) => [name, value()])) } };
};

const number = (chance: Chance): Json =>
  chance.oneOf<Json>([
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
    { doubleValue: 9007199254740992 },
    { doubleValue: 'NaN' },
    { doubleValue: 'Infinity' },
    { doubleValue: '-Infinity' },
  ]);

const element = (chance: Chance): Json =>
  chance.oneOf<Json>([
    number(chance),
    { stringValue: 'x' },
    { nullValue: null },
    { booleanValue: true },
    { timestampValue: '2020-01-01T00:00:00.123456789Z' },
    { mapValue: { fields: { q: number(chance) } } },
  ]);

function randomValue(chance: Chance): Json {
  if (chance.once(3)) return number(chance);
  if (chance.once(3)) return { arrayValue: list(chance) };
  return chance.oneOf<Json>([element(chance), { stringValue: '' }, { mapValue: {} }]);
}

const list = (chance: Chance): Json => ({
  values: Array.from({ length: chance.below(4) }, () => element(chance)),
});

const transforms = (chance: Chance): readonly Json[] =>
  Array.from({ length: chance.below(4) }, () => {
    const fieldPath = chance.oneOf(names);
    return chance.oneOf<Json>([
      { fieldPath, increment: number(chance) },
      { fieldPath, maximum: number(chance) },
      { fieldPath, minimum: number(chance) },
      { fieldPath, setToServerValue: 'REQUEST_TIME' },
      { fieldPath: chance.oneOf(['arr', fieldPath]), appendMissingElements: list(chance) },
      { fieldPath: chance.oneOf(['arr', fieldPath]), removeAllFromArray: list(chance) },
    ]);
  });
