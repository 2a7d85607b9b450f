import type { Scanner, Token } from './scanner.ts';
import type { BinaryOperator, Expression } from './syntax.ts';

/** Operators from the loosest to the tightest; all of them group from the left. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['in', 'is'],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const FIXED_SEGMENT = /\(default\)|[A-Za-z0-9_.~%-]+/y;

/** Reads expressions, by one function for each kind of them. */
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
    return { kind: 'choice', at: condition.at, condition, yes, no: this.expression() };
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
        left = { kind: 'is', at: left.at, operand: left, type: this.expectName().text };
      } else {
        const right = this.#operation(level + 1);
        left = { kind: 'binary', at: left.at, operator: text as BinaryOperator, left, right };
      }
    }
  }

  #unary(): Expression {
    const { kind, text, start } = this.scanner.peek();
    if (kind !== 'mark' || (text !== '!' && text !== '-')) return this.#postfix();
    this.scanner.take();
    const operand = this.#unary();
    return { kind: 'unary', at: this.scanner.position(start), operator: text, operand };
  }

  #postfix(): Expression {
    let of = this.#primary();
    for (;;) {
      if (this.takeIf('.')) {
        const { text: name } = this.expectName();
        of = this.takeIf('(')
          ? { kind: 'method', at: of.at, of, name, args: this.#list(')') }
          : { kind: 'member', at: of.at, of, name };
      } else if (this.takeIf('[')) {
        const index = this.expression();
        of = this.takeIf(':')
          ? { kind: 'slice', at: of.at, of, from: index, to: this.expression() }
          : { kind: 'index', at: of.at, of, index };
        this.expect(']');
      } else {
        return of;
      }
    }
  }

  #primary(): Expression {
    const token = this.scanner.peek();
    const at = this.scanner.position(token.start);
    if (token.kind === 'mark' && token.text === '/') return this.#path();
    this.scanner.take();
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
    if (token.text === '[') return { kind: 'list', at, items: this.#list(']') };
    if (token.text === '{') return { kind: 'map', at, entries: this.#entries() };
    throw this.unexpected(token, 'an expression');
  }

  #int({ text, start }: Token): bigint {
    const value = BigInt(text);
    if (value > 2n ** 63n - 1n) throw this.scanner.fail(start, `${text} is too large for an int`);
    return value;
  }

  #named({ text: name, start }: Token): Expression {
    const at = this.scanner.position(start);
    if (name === 'true' || name === 'false') return { kind: 'literal', at, value: name === 'true' };
    if (name === 'null') return { kind: 'literal', at, value: null };
    return this.takeIf('(')
      ? { kind: 'call', at, name, args: this.#list(')') }
      : { kind: 'name', at, name };
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
    return { kind: 'path', at: this.scanner.position(start), segments };
  }

  #list(end: string): Expression[] {
    const items: Expression[] = [];
    while (!this.takeIf(end)) {
      if (items.length > 0) this.expect(',');
      items.push(this.expression());
    }
    return items;
  }

  #entries(): [Expression, Expression][] {
    const entries: [Expression, Expression][] = [];
    while (!this.takeIf('}')) {
      if (entries.length > 0) this.expect(',');
      const key = this.expression();
      this.expect(':');
      entries.push([key, this.expression()]);
    }
    return entries;
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
