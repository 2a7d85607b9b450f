import {
  EvaluationError,
  isAlike,
  isMap,
  isSame,
  MapDiff,
  type RulesMap,
  RulesSet,
  type Value,
} from './values.ts';

type Args = readonly Value[];

export function callCollectionMethod(value: Value, name: string, args: Args): Value | undefined {
  if (value instanceof RulesSet) return ofSet(value, name, args);
  if (value instanceof MapDiff) return ofDiff(value, name, args);
  if (isMap(value)) return ofMap(value, name, args);
  return Array.isArray(value) ? ofList(value, name, args) : undefined;
}

function ofList(list: Args, name: string, args: Args): Value | undefined {
  const [first] = args;
  if (args.length === 0 && name === 'size') return BigInt(list.length);
  if (args.length === 0 && name === 'toSet') return new RulesSet(list);
  if (args.length !== 1) return undefined;
  if (!Array.isArray(first)) return undefined;
  const isAmong = (items: Args) => (item: Value) => items.some((each) => isSame(each, item));
  if (name === 'concat') return [...list, ...first];
  return has(name, {
    all: () => first.every(isAmong(list)),
    any: () => first.some(isAmong(list)),
    only: () => list.every(isAmong(first)),
  });
}

function ofSet(set: RulesSet, name: string, args: Args): Value | undefined {
  const [first] = args;
  if (args.length === 0) return name === 'size' ? BigInt(set.items.length) : undefined;
  if (args.length !== 1) return undefined;
  if (first instanceof RulesSet) {
    if (name === 'union') return new RulesSet([...set.items, ...first.items]);
    if (name === 'intersection') return new RulesSet(set.items.filter((item) => first.has(item)));
    if (name === 'difference') return new RulesSet(set.items.filter((item) => !first.has(item)));
  }
  const others = Array.isArray(first) ? new RulesSet(first) : first;
  if (!(others instanceof RulesSet)) return undefined;
  return has(name, {
    all: () => others.items.every((item) => set.has(item)),
    any: () => others.items.some((item) => set.has(item)),
    only: () => set.items.every((item) => others.has(item)),
  });
}

type Question = 'all' | 'any' | 'only';

function has(name: string, answers: Readonly<Record<Question, () => boolean>>): Value | undefined {
  const question = /^has(All|Any|Only)$/.exec(name)?.[1]?.toLowerCase();
  return question === undefined ? undefined : answers[question as Question]();
}

function ofMap(map: RulesMap, name: string, args: Args): Value | undefined {
  const [first, second] = args;
  if (args.length === 0) {
    if (name === 'size') return BigInt(map.size);
    return name === 'keys' ? [...map.keys()].sort() : undefined;
  }
  if (name === 'diff' && args.length === 1 && first !== undefined && isMap(first)) {
    return new MapDiff(map, first);
  }
  return name === 'get' && args.length === 2 ? lookUp(map, first!, second!) : undefined;
}

/** Evaluates `map.get(key, otherwise)`; the key may be a list of keys for nested maps. */
function lookUp(map: RulesMap, key: Value, otherwise: Value): Value {
  const keys = Array.isArray(key) ? key : [key];
  let found: Value = map;
  for (const step of keys) {
    if (typeof step !== 'string') throw new EvaluationError('The keys of maps are texts');
    const next: Value | undefined = isMap(found) ? found.get(step) : undefined;
    if (next === undefined) return otherwise;
    found = next;
  }
  return found;
}

function ofDiff({ after, before }: MapDiff, name: string, args: Args): Value | undefined {
  if (args.length > 0) return undefined;
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  const isSame = (key: string) =>
    after.has(key) && before.has(key) && isAlike(after.get(key)!, before.get(key)!);
  const tests: Readonly<Record<string, (key: string) => boolean>> = {
    addedKeys: (key) => !before.has(key),
    removedKeys: (key) => !after.has(key),
    changedKeys: (key) => after.has(key) && before.has(key) && !isSame(key),
    unchangedKeys: isSame,
    affectedKeys: (key) => !isSame(key),
  };
  return Object.hasOwn(tests, name) ? new RulesSet(keys.filter(tests[name]!)) : undefined;
}
