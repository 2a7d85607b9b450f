import {
  EvaluationError,
  includes,
  isEqual,
  isMap,
  MapDiff,
  Path,
  type RulesMap,
  RulesSet,
  type Value,
} from './values.ts';

type Args = readonly Value[];

/** Methods of lists, sets, maps and their differences; undefined when there is none. */
export function callCollectionMethod(value: Value, name: string, args: Args): Value | undefined {
  if (value instanceof RulesSet) return ofSet(value, name, args);
  if (value instanceof MapDiff) return ofDiff(value, name, args);
  if (isMap(value)) return ofMap(value, name, args);
  return Array.isArray(value) ? ofList(value, name, args) : undefined;
}

/** The items of a list or a set given as the only argument. */
function itemsOf(args: Args): Args | undefined {
  const [only] = args;
  if (args.length !== 1) return undefined;
  if (only instanceof RulesSet) return only.items;
  return Array.isArray(only) ? only : undefined;
}

function ofList(list: Args, name: string, args: Args): Value | undefined {
  const [first] = args;
  if (args.length === 0 && name === 'size') return BigInt(list.length);
  if (args.length === 0 && name === 'toSet') return new RulesSet(list);
  if (name === 'join' && args.length === 1 && typeof first === 'string') {
    if (list.some((item) => typeof item !== 'string')) {
      throw new EvaluationError('Only texts are joined');
    }
    return list.join(first);
  }
  const others = itemsOf(args);
  if (!others) return undefined;
  if (name === 'concat' && Array.isArray(first)) return [...list, ...others];
  if (name === 'removeAll') return list.filter((item) => !includes(others, item));
  return has(list, name, others);
}

function has(items: Args, name: string, others: Args): Value | undefined {
  if (name === 'hasAll') return others.every((item) => includes(items, item));
  if (name === 'hasAny') return others.some((item) => includes(items, item));
  if (name === 'hasOnly') return items.every((item) => includes(others, item));
  return undefined;
}

function ofSet({ items }: RulesSet, name: string, args: Args): Value | undefined {
  if (args.length === 0) return name === 'size' ? BigInt(items.length) : undefined;
  const others = itemsOf(args);
  if (!others) return undefined;
  if (args[0] instanceof RulesSet) {
    if (name === 'union') return new RulesSet([...items, ...others]);
    if (name === 'intersection')
      return new RulesSet(items.filter((item) => includes(others, item)));
    if (name === 'difference') return new RulesSet(items.filter((item) => !includes(others, item)));
  }
  return has(items, name, others);
}

function ofMap(map: RulesMap, name: string, args: Args): Value | undefined {
  const [first, second] = args;
  if (args.length === 0) {
    if (name === 'size') return BigInt(map.size);
    if (name === 'keys') return [...map.keys()];
    return name === 'values' ? [...map.values()] : undefined;
  }
  if (name === 'diff' && args.length === 1 && first !== undefined && isMap(first)) {
    return new MapDiff(map, first);
  }
  return name === 'get' && args.length === 2 ? lookUp(map, first!, second!) : undefined;
}

/** `map.get(key, otherwise)`, where the key may be a list that leads into maps within. */
function lookUp(map: RulesMap, key: Value, otherwise: Value): Value {
  const keys = Array.isArray(key) ? key : key instanceof Path ? key.segments : [key];
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
    after.has(key) && before.has(key) && isEqual(after.get(key)!, before.get(key)!);
  const tests: Readonly<Record<string, (key: string) => boolean>> = {
    addedKeys: (key) => !before.has(key),
    removedKeys: (key) => !after.has(key),
    changedKeys: (key) => after.has(key) && before.has(key) && !isSame(key),
    unchangedKeys: isSame,
    affectedKeys: (key) => !isSame(key),
  };
  return Object.hasOwn(tests, name) ? new RulesSet(keys.filter(tests[name]!)) : undefined;
}
