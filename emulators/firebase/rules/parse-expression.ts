import type { Span } from './invalid-rules.ts';
import type { Scanner, Token } from './scanner.ts';
import type { BinaryOperator, Expression } from './syntax.ts';

/** Binary operators from the loosest to the tightest; all are left-associative. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['in', 'is'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const FIXED_SEGMENT = /\(default\)|[A-Za-z0-9_.~%-]+/y;

const SMALLEST = '9223372036854775808';

export class ExpressionParser {
  protected readonly scanner: Scanner;

  constructor(scanner: Scanner) {
    this.scanner = scanner;
  }

  expression(): Expression {
    const condition = this.#operation(0);
    if (!this.takeIf('?')) return condition;
    const yes = this.expression();
    this.expect(':');
    const no = this.expression();
    return { kind: 'choice', at: this.#through(condition), condition, yes, no };
  }

  #operation(level: number): Expression {
    const operators = levels[level];
    if (!operators) return this.#unary();
    let left = this.#operation(level + 1);
    for (;;) {
      const { kind, text } = this.scanner.peek();
      if ((kind !== 'mark' && kind !== 'name') || !operators.includes(text)) return left;
      this.scanner.take();
      if (text === '/' && this.scanner.takeRaw(FIXED_SEGMENT) !== undefined) {
        throw this.scanner.fail(this.scanner.peek().start, 'A division needs a space behind its /');
      }
      if (text === 'is') {
        const type = this.expectName().text;
        left = { kind: 'is', at: this.#through(left), operand: left, type };
        left = this.#tighter(left, level);
      } else {
        const right = this.#operation(level + 1);
        const at = this.#through(left);
        left = { kind: 'binary', at, operator: text as BinaryOperator, left, right };
      }
    }
  }

  /**
   * Parses operators after `is` that bind tighter: a type is no operand, so they apply to the whole
   * `is`.
   */
  #tighter(first: Expression, level: number): Expression {
    let left = first;
    for (;;) {
      const { kind, text } = this.scanner.peek();
      const at = levels.findIndex((operators) => operators.includes(text));
      if (kind !== 'mark' || at <= level) return left;
      this.scanner.take();
      const right = this.#operation(at + 1);
      const operator = text as BinaryOperator;
      left = { kind: 'binary', at: this.#through(left), operator, left, right };
    }
  }

  #unary(): Expression {
    const { kind, text, start } = this.scanner.peek();
    if (kind !== 'mark' || (text !== '!' && text !== '-')) return this.#postfix();
    this.scanner.take();
    const next = this.scanner.peek();
    if (text === '-' && next.kind === 'int' && next.text === SMALLEST) {
      // Without its sign it would be too large.
      this.scanner.take();
      return { kind: 'literal', at: this.#since(start), value: -BigInt(SMALLEST) };
    }
    const operand = this.#unary();
    return { kind: 'unary', at: this.#since(start), operator: text, operand };
  }

  #postfix(): Expression {
    let of = this.#primary();
    for (;;) {
      if (this.takeIf('.')) {
        const { text: name } = this.expectName();
        if (this.takeIf('(')) {
          const args = this.#list(')');
          of = { kind: 'method', at: this.#through(of), of, name, args };
        } else {
          of = { kind: 'member', at: this.#through(of), of, name };
        }
      } else if (this.takeIf('[')) {
        const index = this.expression();
        this.expect(']');
        of = { kind: 'index', at: this.#through(of), of, index };
      } else {
        return of;
      }
    }
  }

  #primary(): Expression {
    const token = this.scanner.peek();
    if (token.kind === 'mark' && token.text === '/') return this.#path();
    this.scanner.take();
    const at = this.#since(token.start);
    switch (token.kind) {
      case 'int':
        return { kind: 'literal', at, value: this.#int(token) };
      case 'float':
        return { kind: 'literal', at, value: Number(token.text) };
      case 'string':
        return { kind: 'literal', at, value: token.text };
      case 'name':
        return this.#named(token);
    }
    if (token.text === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (token.text === '[') {
      const items = this.#list(']');
      return { kind: 'list', at: this.#since(token.start), items };
    }
    if (token.text === '{') {
      const entries = this.#entries();
      return { kind: 'map', at: this.#since(token.start), entries };
    }
    throw this.unexpected(token, 'an expression');
  }

  #int({ text, start }: Token): bigint {
    const value = BigInt(text);
    if (value > 2n ** 63n - 1n) throw this.scanner.fail(start, `${text} is too large for an int`);
    return value;
  }

  #named({ text: name, start }: Token): Expression {
    const at = this.#since(start);
    if (name === 'true' || name === 'false') return { kind: 'literal', at, value: name === 'true' };
    if (name === 'null') return { kind: 'literal', at, value: null };
    if (!this.takeIf('(')) return { kind: 'name', at, name };
    const args = this.#list(')');
    return { kind: 'call', at: this.#since(start), name, args };
  }

  #path(): Expression {
    const { start } = this.scanner.peek();
    const segments: (string | Expression)[] = [];
    while (this.takeIf('/')) {
      const fixed = this.scanner.takeRaw(FIXED_SEGMENT);
      if (fixed !== undefined) {
        segments.push(fixed);
      } else {
        this.expect('$');
        this.expect('(');
        segments.push(this.expression());
        this.expect(')');
      }
    }
    return { kind: 'path', at: this.#since(start), segments };
  }

  #list(end: string): Expression[] {
    const items: Expression[] = [];
    while (!this.takeIf(end)) {
      if (items.length > 0) this.expect(',');
      // A trailing comma is allowed in a list, but not in arguments.
      if (end === ']' && this.takeIf(end)) return items;
      items.push(this.expression());
    }
    return items;
  }

  #entries(): [Expression, Expression][] {
    const entries: [Expression, Expression][] = [];
    while (!this.takeIf('}')) {
      if (entries.length > 0) this.expect(',');
      if (this.takeIf('}')) return entries;
      const key = this.expression();
      this.expect(':');
      entries.push([key, this.expression()]);
    }
    return entries;
  }

  #since(start: number): Span {
    return { ...this.scanner.position(start), from: start, to: this.scanner.end - 1 };
  }

  #through(first: Expression): Span {
    return { ...first.at, to: this.scanner.end - 1 };
  }

  protected takeIf(text: string): boolean {
    const token = this.scanner.peek();
    if (token.text !== text || (token.kind !== 'mark' && token.kind !== 'name')) return false;
    this.scanner.take();
    return true;
  }

  protected expect(text: string): void {
    const token = this.scanner.peek();
    if (!this.takeIf(text)) throw this.unexpected(token, JSON.stringify(text));
  }

  protected expectName(): Token {
    const token = this.scanner.take();
    if (token.kind !== 'name') throw this.unexpected(token, 'a name');
    return token;
  }

  protected unexpected({ kind, text, start }: Token, wanted: string): Error {
    const found = kind === 'end' ? text : JSON.stringify(text);
    return this.scanner.fail(start, `Expected ${wanted}, not ${found}`);
  }
}
