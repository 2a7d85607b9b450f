import { childrenOf, type Tree } from '../tree/node.ts';
import type { Path } from '../tree/path.ts';
import type { Query } from '../tree/query.ts';
import type { Evaluate, RuleScope } from './expression.ts';
import { parseRules, type RuleNode } from './parse.ts';
import { RuleError, RuleSnapshot } from './snapshot.ts';

export interface Requester {
  readonly auth: unknown;
  readonly now: number;
}

type Wildcards = ReadonlyMap<string, string>;
type Step = { rules: RuleNode; wildcards: Wildcards; depth: number };

export class Rules {
  readonly #root: RuleNode;

  /** @throws InvalidRules */
  constructor(text: string) {
    this.#root = parseRules(text);
  }

  canRead(root: Tree, path: Path, who: Requester): boolean {
    return this.#steps(path).some(({ rules, wildcards, depth }) => {
      if (!rules.read) return false;
      const at = path.slice(0, depth);
      return holds(rules.read, {
        ...who,
        root: RuleSnapshot.at(root, []),
        data: RuleSnapshot.at(root, at),
        wildcards,
      });
    });
  }

  canWrite(before: Tree, after: Tree, path: Path, who: Requester): boolean {
    const steps = this.#steps(path);
    const decide = (rule: Evaluate, at: Path, wildcards: Wildcards) =>
      holds(rule, {
        ...who,
        root: RuleSnapshot.at(before, []),
        data: RuleSnapshot.at(before, at),
        newData: RuleSnapshot.at(after, at),
        wildcards,
      });
    const isGranted = steps.some(
      ({ rules, wildcards, depth }) =>
        rules.write && decide(rules.write, path.slice(0, depth), wildcards),
    );
    if (!isGranted) return false;

    const isValidAt = (step: Step, at: Path): boolean => {
      const { rules, wildcards } = step;
      const tree = RuleSnapshot.at(after, at).tree;
      if (!rules.validates || tree === null) return true;
      if (rules.validate && !decide(rules.validate, at, wildcards)) return false;
      if (at.length < path.length) return true;
      for (const [key] of childrenOf(tree).ascend()) {
        const next = stepInto(step, key);
        if (next && !isValidAt(next, [...at, key])) return false;
      }
      return true;
    };
    return steps.every((step) => isValidAt(step, path.slice(0, step.depth)));
  }

  hasIndex(path: Path, query: Query): boolean {
    if (query.by === 'key') return true;
    const last = this.#steps(path).at(-1);
    if (!last || last.depth !== path.length) return false;
    return last.rules.indexes.has('.value');
  }

  /** Returns the rule nodes from the root towards `path`, as far as they exist. */
  #steps(path: Path): Step[] {
    let step: Step | null = { rules: this.#root, wildcards: new Map(), depth: 0 };
    const steps: Step[] = [step];
    for (const key of path) {
      step = stepInto(step, key);
      if (!step) break;
      steps.push(step);
    }
    return steps;
  }
}

function stepInto({ rules, wildcards, depth }: Step, key: string): Step | null {
  const named = rules.children.get(key);
  if (named) return { rules: named, wildcards, depth: depth + 1 };
  if (!rules.wildcard) return null;
  const { name, node } = rules.wildcard;
  return { rules: node, wildcards: new Map(wildcards).set(name, key), depth: depth + 1 };
}

function holds(rule: Evaluate, scope: RuleScope): boolean {
  try {
    return rule(scope) === true;
  } catch (error) {
    // A rule that cannot be computed denies access; any other error is a bug and must surface.
    if (error instanceof RuleError) return false;
    throw error;
  }
}
