import { Constraint, type Fact, type RulesMap, type Value } from '../../rules/values.ts';
import type { Segments } from '../contract.ts';
import type { Branch } from './branches.ts';

export interface Known {
  readonly field: Segments;
  readonly value: Value;
}

/** Combines a branch by field: the value if it is fixed, otherwise a constraint. */
export function knownFields(branch: Branch): readonly Known[] {
  const byField = new Map<string, { field: Segments; facts: Fact[]; isFixed: boolean }>();
  for (const { field, fact, isFixed } of branch) {
    const key = JSON.stringify(field);
    const known = byField.get(key);
    if (known) {
      known.facts.push(fact);
      known.isFixed = false;
    } else {
      byField.set(key, { field, facts: [fact], isFixed });
    }
  }
  return [...byField.values()].map(({ field, facts, isFixed }) => ({
    field,
    value: isFixed ? facts[0]!.value : new Constraint(facts),
  }));
}

/**
 * Makes `resource.data` of a list: nested maps of the known fields. If paths overlap, a value
 * overrides its parts, and parts override a constraint.
 */
export function buildKnownData(fields: readonly Known[]): RulesMap {
  const isOpen = ({ value }: Known) => value instanceof Constraint;
  const byLength = (a: Known, b: Known) => a.field.length - b.field.length;
  const data = new Map<string, Value>();
  const opened = new Set<Value>([data]);
  const fixed = fields.filter((known) => !isOpen(known)).sort(byLength);
  const open = fields.filter(isOpen).sort((a, b) => byLength(b, a));
  for (const { field, value } of [...fixed, ...open]) {
    const map = mapAt(data, field.slice(0, -1), opened);
    const name = field.at(-1)!;
    if (map && !map.has(name)) map.set(name, value);
  }
  return data;
}

/** Returns the map at a path and creates it if needed; undefined if a value is in the way. */
function mapAt(
  data: Map<string, Value>,
  path: Segments,
  opened: Set<Value>,
): Map<string, Value> | undefined {
  let map = data;
  for (const name of path) {
    const next = map.get(name);
    if (next === undefined) {
      const made = new Map<string, Value>();
      opened.add(made);
      map.set(name, made);
      map = made;
    } else if (opened.has(next) && next instanceof Map) {
      map = next;
    } else {
      return undefined;
    }
  }
  return map;
}
