import { InvalidRules } from '../refusal.ts';
import { requireKey } from '../tree/path.ts';
import { compileExpression, type KnownNames } from './compile.ts';
import { type Evaluate, ExpressionError } from './expression.ts';
import { describePosition, parseRulesJson, type RulesValue } from './json.ts';

export interface RuleNode {
  read?: Evaluate;
  write?: Evaluate;
  validate?: Evaluate;
  readonly indexes: Set<string>;
  readonly children: Map<string, RuleNode>;
  wildcard?: { name: string; node: RuleNode };
  /** Whether this node or one under it has a `.validate`. */
  validates: boolean;
}

type ObjectValue = Extract<RulesValue, { kind: 'object' }>;

// Production's own messages, including the two spaces.
const RULE_WORDS = "Invalid rule expression.  Expected 'true', 'false', or an expression string.";
const INDEX_WORDS = 'Invalid indexOn expression. Must be either a string or an array of strings';

const READ_NAMES = ['now', 'auth', 'root', 'data'];
const WRITE_NAMES = ['now', 'auth', 'root', 'data', 'newData'];

/**
 * Reads the text of a rules file.
 * @throws InvalidRules with line, column and reason
 */
export function parseRules(text: string): RuleNode {
  const file = parseRulesJson(text);
  const fail = (at: number, message: string): never => {
    throw new InvalidRules(`${describePosition(text, at)}: ${message}`);
  };
  if (file.kind !== 'object') return fail(file.at, 'The file must be an object with "rules"');
  const stray = file.fields.find((field) => field.key !== 'rules');
  if (stray) fail(stray.at, `Only "rules" may stand at the top, not "${stray.key}"`);
  const rules = file.fields[0]?.value;
  if (rules?.kind !== 'object') return fail(file.at, 'The file must be an object with "rules"');
  return new RulesReader(text, fail).node(rules, []);
}

class RulesReader {
  readonly #text: string;
  readonly #fail: (at: number, message: string) => never;

  constructor(text: string, fail: (at: number, message: string) => never) {
    this.#text = text;
    this.#fail = fail;
  }

  node(source: ObjectValue, wildcards: readonly string[]): RuleNode {
    const node: RuleNode = { indexes: new Set(), children: new Map(), validates: false };
    const seen = new Set<string>();
    for (const { key, at, value } of source.fields) {
      if (seen.has(key)) this.#fail(at, `"${key}" is given twice`);
      seen.add(key);
      if (key.startsWith('.')) this.#rule(node, key, at, value, wildcards);
      else if (key.startsWith('$')) this.#wildcard(node, key, at, value, wildcards);
      else node.children.set(this.#plainKey(key, at), this.#child(node, value, wildcards));
    }
    if (node.validate) node.validates = true;
    return node;
  }

  #rule(
    node: RuleNode,
    key: string,
    at: number,
    value: RulesValue,
    wildcards: readonly string[],
  ): void {
    if (key === '.read') node.read = this.#expression(value, [...READ_NAMES, ...wildcards]);
    else if (key === '.write') node.write = this.#expression(value, [...WRITE_NAMES, ...wildcards]);
    else if (key === '.validate') {
      node.validate = this.#expression(value, [...WRITE_NAMES, ...wildcards]);
    } else if (key === '.indexOn') {
      for (const item of value.kind === 'array' ? value.items : [value]) {
        if (item.kind === 'string') node.indexes.add(item.value);
        else this.#fail(item.at, INDEX_WORDS);
      }
    } else this.#fail(at, `There is no rule "${key}"`);
  }

  #wildcard(
    node: RuleNode,
    name: string,
    at: number,
    value: RulesValue,
    wildcards: readonly string[],
  ): void {
    if (node.wildcard) {
      this.#fail(at, `Cannot have multiple default rules ('${node.wildcard.name}' and '${name}').`);
    }
    if (!/^\$[A-Za-z_]\w*$/.test(name)) this.#fail(at, `${name} is not a good $name`);
    if (wildcards.includes(name)) this.#fail(at, `${name} is already used by a level above`);
    node.wildcard = { name, node: this.#child(node, value, [...wildcards, name]) };
  }

  #child(parent: RuleNode, value: RulesValue, wildcards: readonly string[]): RuleNode {
    if (value.kind !== 'object') return this.#fail(value.at, "Expected '{'.");
    const child = this.node(value, wildcards);
    if (child.validates) parent.validates = true;
    return child;
  }

  #plainKey(key: string, at: number): string {
    try {
      requireKey(key);
      return key;
    } catch (error) {
      return this.#fail(at, error instanceof Error ? error.message : String(error));
    }
  }

  #expression(value: RulesValue, names: readonly string[]): Evaluate {
    if (value.kind === 'boolean') return () => value.value;
    if (value.kind !== 'string') return this.#fail(value.at, RULE_WORDS);
    const known: KnownNames = new Set(names);
    try {
      return compileExpression(value.value, known);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      // Plus one for the opening quote; exact unless the text has escapes before the offset.
      const at = value.at + 1 + error.offset;
      return this.#fail(Math.min(at, this.#text.length), `${error.message} (in ${value.value})`);
    }
  }
}
