import { InvalidRules } from '../refusal.ts';

/** A value of the rules file; `at` is its offset in the text. */
export type RulesValue =
  | { kind: 'object'; at: number; fields: { key: string; at: number; value: RulesValue }[] }
  | { kind: 'array'; at: number; items: RulesValue[] }
  | { kind: 'string'; at: number; value: string }
  | { kind: 'boolean'; at: number; value: boolean }
  | { kind: 'other'; at: number };

const BLANK = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
// Rules may span several lines, so raw line breaks are allowed inside a string.
const STRING = /"(?:[^"\\]|\\[\s\S])*"/y;
const WORD = /[\w.+-]+/y;

/**
 * Reads JSON with comments and trailing commas.
 * @throws InvalidRules with line and column
 */
export function parseRulesJson(text: string): RulesValue {
  const reader = new Reader(text);
  const value = reader.value();
  reader.skipBlank();
  if (reader.at < text.length) reader.fail('Nothing may follow the closing brace');
  return value;
}

export function describePosition(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `Line ${before.length}, column ${before.at(-1)!.length + 1}`;
}

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  fail(message: string, at = this.at): never {
    throw new InvalidRules(`${describePosition(this.text, at)}: ${message}`);
  }

  skipBlank(): void {
    BLANK.lastIndex = this.at;
    this.at += BLANK.exec(this.text)![0].length;
  }

  take(character: string): boolean {
    this.skipBlank();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  value(): RulesValue {
    this.skipBlank();
    const at = this.at;
    if (this.take('{')) return { kind: 'object', at, fields: this.list('}', () => this.field()) };
    if (this.take('[')) return { kind: 'array', at, items: this.list(']', () => this.value()) };
    if (this.text[at] === '"') return { kind: 'string', at, value: this.string() };
    WORD.lastIndex = at;
    const word = WORD.exec(this.text)?.[0] ?? this.fail('A value is missing');
    this.at += word.length;
    if (word === 'true' || word === 'false') return { kind: 'boolean', at, value: word === 'true' };
    if (word === 'null' || Number.isFinite(Number(word))) return { kind: 'other', at };
    return this.fail(`${word} is not JSON`, at);
  }

  field(): { key: string; at: number; value: RulesValue } {
    this.skipBlank();
    const at = this.at;
    const key = this.string();
    if (!this.take(':')) this.fail('A colon is missing');
    return { key, at, value: this.value() };
  }

  string(): string {
    STRING.lastIndex = this.at;
    const raw = STRING.exec(this.text)?.[0] ?? this.fail('A text in double quotes is missing');
    try {
      const oneLine = raw.replace(/[\n\r\t]/g, (blank) => JSON.stringify(blank).slice(1, -1));
      const value: unknown = JSON.parse(oneLine);
      this.at += raw.length;
      return String(value);
    } catch {
      return this.fail('This text has a bad escape');
    }
  }

  list<T>(end: string, item: () => T): T[] {
    const items: T[] = [];
    while (!this.take(end)) {
      items.push(item());
      if (this.take(',')) continue;
      if (!this.take(end)) this.fail(`A comma or ${end} is missing`);
      break;
    }
    return items;
  }
}
