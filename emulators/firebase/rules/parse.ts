import { ExpressionParser } from './parse-expression.ts';
import { Scanner } from './scanner.ts';
import type {
  Allow,
  Block,
  Expression,
  FunctionDeclaration,
  Method,
  PatternSegment,
  RulesFile,
} from './syntax.ts';

const methodsOf: Readonly<Record<string, readonly Method[]>> = {
  get: ['get'],
  list: ['list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  read: ['get', 'list'],
  write: ['create', 'update', 'delete'],
};

const FIXED_SEGMENT = /\(default\)|[A-Za-z0-9_.~%-]+/y;

/**
 * Reads a rules file of version 2 with one service.
 * @throws InvalidRules with line and column
 */
export function parseRules(source: string, service: string): RulesFile {
  return new RulesParser(new Scanner(source)).file(service);
}

class RulesParser extends ExpressionParser {
  file(serviceName: string): RulesFile {
    this.#readVersion();
    const functions: FunctionDeclaration[] = [];
    let service: Block | undefined;
    for (;;) {
      const token = this.scanner.take();
      if (token.kind === 'end' && service) return { functions, service };
      if (token.text === 'function') functions.push(this.#function(token.start));
      else if (token.text === 'service' && !service) service = this.#service(serviceName);
      else throw this.unexpected(token, service ? 'a function' : 'a service or a function');
    }
  }

  #readVersion(): void {
    const token = this.scanner.take();
    if (token.text !== 'rules_version') throw this.unexpected(token, "rules_version = '2';");
    this.expect('=');
    const version = this.scanner.take();
    if (version.kind !== 'string' || version.text !== '2') {
      throw this.unexpected(version, "version '2'");
    }
    this.expect(';');
  }

  #service(name: string): Block {
    const { start } = this.scanner.peek();
    let found = this.expectName().text;
    while (this.takeIf('.')) found += `.${this.expectName().text}`;
    if (found !== name) throw this.scanner.fail(start, `Expected service ${name}, not ${found}`);
    return this.#block([], []);
  }

  /** Parses a block; `above` is the pattern of the enclosing blocks. */
  #block(pattern: readonly PatternSegment[], above: readonly PatternSegment[]): Block {
    const here = [...above, ...pattern];
    const functions: FunctionDeclaration[] = [];
    const allows: Allow[] = [];
    const blocks: Block[] = [];
    this.expect('{');
    while (!this.takeIf('}')) {
      const token = this.scanner.take();
      if (token.text === 'function') functions.push(this.#function(token.start));
      else if (token.text === 'match') blocks.push(this.#block(this.#pattern(here), here));
      else if (token.text === 'allow') allows.push(this.#allow());
      else throw this.unexpected(token, 'match, allow, function or "}"');
    }
    return { pattern, functions, allows, blocks };
  }

  #pattern(above: readonly PatternSegment[]): PatternSegment[] {
    const segments: PatternSegment[] = [];
    while (this.takeIf('/')) {
      const { start } = this.scanner.peek();
      const text = this.scanner.takeRaw(FIXED_SEGMENT);
      const segment = text === undefined ? this.#variable() : ({ kind: 'fixed', text } as const);
      if (segment.kind === 'rest' && [...above, ...segments].some(isRest)) {
        throw this.scanner.fail(start, 'A path can have one {…=**} only');
      }
      if (segment.kind !== 'fixed' && segments.some((other) => isNamed(other, segment.variable))) {
        throw this.scanner.fail(start, `Variable ${segment.variable} is there twice`);
      }
      segments.push(segment);
    }
    if (segments.length === 0) throw this.unexpected(this.scanner.peek(), 'a path');
    return segments;
  }

  #variable(): PatternSegment {
    this.expect('{');
    const variable = this.expectName().text;
    let stars = 0;
    if (this.takeIf('=')) {
      this.expect('*');
      stars = this.takeIf('*') ? 2 : 1;
    }
    this.expect('}');
    return { kind: stars === 2 ? 'rest' : 'one', variable };
  }

  #allow(): Allow {
    const methods = new Set<Method>();
    do {
      const token = this.expectName();
      if (!Object.hasOwn(methodsOf, token.text)) throw this.unexpected(token, 'a method like read');
      for (const method of methodsOf[token.text]!) methods.add(method);
    } while (this.takeIf(','));
    let condition: Expression | undefined;
    if (this.takeIf(':')) {
      this.expect('if');
      condition = this.expression();
    }
    this.expect(';');
    return { methods, condition };
  }

  #function(start: number): FunctionDeclaration {
    const name = this.expectName().text;
    this.expect('(');
    const parameters: string[] = [];
    while (!this.takeIf(')')) {
      if (parameters.length > 0) this.expect(',');
      parameters.push(this.expectName().text);
    }
    this.expect('{');
    const lets: { name: string; value: Expression }[] = [];
    while (this.takeIf('let')) {
      const variable = this.expectName().text;
      this.expect('=');
      lets.push({ name: variable, value: this.expression() });
      this.expect(';');
    }
    this.expect('return');
    const result = this.expression();
    this.expect(';');
    this.expect('}');
    return { at: this.scanner.position(start), name, parameters, lets, result };
  }
}

const isRest = ({ kind }: PatternSegment): boolean => kind === 'rest';

const isNamed = (segment: PatternSegment, variable: string): boolean =>
  segment.kind !== 'fixed' && segment.variable === variable;
