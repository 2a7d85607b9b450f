import { Constraint, type Fact, type RulesMap, type Value } from '../../rules/values.ts';
import type { Segments } from '../contract.ts';
import type { Branch } from './branches.ts';

/** What is known of a field, by its path. */
export interface Known {
  readonly field: Segments;
  readonly value: Value;
}

/** What a branch says of each field: the value where it is fixed, else a constraint. */
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
 * `resource.data` of a list: a map of the fields that are known, in maps where their paths lead.
 * Where one lies within another, a value counts more than its parts, and parts more than a constraint.
 */
export function dataOf(fields: readonly Known[]): RulesMap {
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

/** The map a path leads to, made where there is none; undefined where a value is in the way. */
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
