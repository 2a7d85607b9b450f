import type { Position, Span } from './invalid-rules.ts';
import type { Value } from './values.ts';

export type Expression = { readonly at: Span } & (
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'path'; readonly segments: readonly (string | Expression)[] }
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | {
      readonly kind: 'method';
      readonly of: Expression;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'is'; readonly operand: Expression; readonly type: string }
  | {
      readonly kind: 'choice';
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
);

export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

export interface FunctionDeclaration {
  readonly at: Position;
  readonly name: string;
  readonly parameters: readonly string[];
  readonly lets: readonly { readonly name: string; readonly value: Expression }[];
  readonly result: Expression;
}

export type Method = 'get' | 'list' | 'create' | 'update' | 'delete';

export interface Allow {
  readonly methods: ReadonlySet<Method>;
  readonly condition: Expression | undefined;
}

/** A segment of a match path: fixed, or a variable for one segment or for the rest. */
export type PatternSegment =
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'one' | 'rest'; readonly variable: string };

/** A match block; the service itself is a block with an empty pattern. */
export interface Block {
  readonly pattern: readonly PatternSegment[];
  readonly functions: readonly FunctionDeclaration[];
  readonly allows: readonly Allow[];
  readonly blocks: readonly Block[];
}

export interface RulesFile {
  readonly functions: readonly FunctionDeclaration[];
  readonly service: Block;
}
