import { InvalidRules, type Position } from './invalid-rules.ts';

export interface Token {
  readonly kind: 'name' | 'int' | 'float' | 'string' | 'mark' | 'end';
  /** The source text; for strings, their value. */
  readonly text: string;
  readonly start: number;
}

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?!\w)/y;
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const MARK = /\|\||&&|\+\+|--|[=!<>]=|[-+*/%<>!?:;,.()[\]{}=$]/y;

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
};

/**
 * A tokenizer of rules files; it works on demand, because only the parser knows where a path
 * begins.
 */
export class Scanner {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  peek(): Token {
    const before = this.#at;
    const token = this.take();
    this.#at = before;
    return token;
  }

  take(): Token {
    this.#match(SPACE);
    const start = this.#at;
    if (start >= this.#source.length) return { kind: 'end', text: 'the end of the file', start };
    const name = this.#match(NAME);
    if (name) return { kind: 'name', text: name, start };
    const number = this.#match(NUMBER);
    if (number) return { kind: number.includes('.') ? 'float' : 'int', text: number, start };
    const string = this.#match(STRING);
    if (string) return { kind: 'string', text: textOf(string), start };
    const mark = this.#match(MARK);
    if (mark) return { kind: 'mark', text: mark, start };
    throw this.fail(start, `Unexpected ${JSON.stringify(this.#source[start])}`);
  }

  /** Takes the match of a sticky `pattern` at the current position, without skipping spaces. */
  takeRaw(pattern: RegExp): string | undefined {
    return this.#match(pattern);
  }

  get end(): number {
    return this.#at;
  }

  position(offset: number): Position {
    const lines = this.#source.slice(0, offset).split('\n');
    return { line: lines.length, column: lines.at(-1)!.length + 1 };
  }

  fail(offset: number, why: string): InvalidRules {
    return new InvalidRules(this.position(offset), why);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#source)?.[0];
    this.#at += text?.length ?? 0;
    return text;
  }
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/g;

function unescaped(four: string | undefined, two: string | undefined, letter: string): string {
  const code = four ?? two;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return escapes[letter] ?? letter;
}

const textOf = (literal: string): string =>
  literal
    .slice(1, -1)
    .replace(ESCAPE, (_whole, four: string | undefined, two: string | undefined, letter: string) =>
      unescaped(four, two, letter),
    );
