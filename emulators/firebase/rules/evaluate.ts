import { isNamespaced } from './check.ts';
import type { Coverage } from './coverage.ts';
import { callGlobal } from './globals.ts';
import { callMethod } from './methods.ts';
import { applyOperator, applyUnary, hasType } from './operators.ts';
import { formatPathSegment } from './path-segment.ts';
import { Scope } from './scope.ts';
import { findLookUp, type LookUp, type Service } from './services.ts';
import type { Expression } from './syntax.ts';
import {
  EvaluationError,
  isMap,
  OpenPath,
  Path,
  type RulesMap,
  typeOf,
  type Value,
} from './values.ts';

/**
 * Looks up a Firestore document for rules; null when it does not exist.
 * @throws EvaluationError for a path that does not name a document
 */
export type FindDocument = (path: Path, moment: LookUp['moment']) => RulesMap | null;

/** A lazy value, computed when first needed; undefined when it is missing. */
export type Later = () => Value | undefined;

export type ValueScope = Scope<Later>;

/**
 * Evaluates expressions. An EvaluationError fails the surrounding expression, up to an `||` or `&&`
 * that is decided without it. Any other error of `findDocument` passes through.
 */
export class Evaluator {
  readonly #findDocument: FindDocument;
  readonly #service: Service;
  readonly #coverage: Coverage;

  constructor(surroundings: {
    readonly findDocument: FindDocument;
    readonly service: Service;
    readonly coverage: Coverage;
  }) {
    this.#findDocument = surroundings.findDocument;
    this.#service = surroundings.service;
    this.#coverage = surroundings.coverage;
  }

  /** Explains why a condition does not hold or cannot be computed; undefined when it holds. */
  failureOf(condition: Expression, scope: ValueScope): string | undefined {
    try {
      const value = this.evaluate(condition, scope);
      if (value === true) return undefined;
      return value === false ? 'false' : notBool(value);
    } catch (error) {
      if (error instanceof EvaluationError) return error.message;
      throw error;
    }
  }

  evaluate(expression: Expression, scope: ValueScope): Value {
    try {
      const value = this.#compute(expression, scope);
      this.#coverage.note(expression, value);
      return value;
    } catch (error) {
      if (error instanceof EvaluationError) this.#coverage.noteFailure(expression, error);
      throw error;
    }
  }

  #compute(expression: Expression, scope: ValueScope): Value {
    const compute = (part: Expression) => this.evaluate(part, scope);
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'name':
        return this.#variable(expression.name, scope);
      case 'list':
        return expression.items.map(compute);
      case 'map':
        return this.#map(expression.entries, scope);
      case 'path':
        return this.#path(expression.segments, scope);
      case 'member':
        return member(compute(expression.of), expression.name);
      case 'index':
        return at(compute(expression.of), compute(expression.index));
      case 'unary':
        return applyUnary(expression.operator, compute(expression.operand));
      case 'is':
        return hasType(compute(expression.operand), expression.type);
      case 'choice':
        return compute(asBool(compute(expression.condition)) ? expression.yes : expression.no);
      case 'binary': {
        const { operator, left, right } = expression;
        if (operator === '&&') return this.#decide(false, [left, right], scope);
        if (operator === '||') return this.#decide(true, [left, right], scope);
        return applyOperator(operator, compute(left), compute(right));
      }
      case 'method':
        return this.#method(expression, scope);
      case 'call':
        return this.#call(expression, scope);
    }
  }

  /** Evaluates `||` or `&&`: the first true or false operand decides, even if another one fails. */
  #decide(decisive: boolean, sides: readonly Expression[], scope: ValueScope): boolean {
    let failure: EvaluationError | undefined;
    for (const side of sides) {
      try {
        if (asBool(this.evaluate(side, scope)) === decisive) return decisive;
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error;
        failure ??= error;
      }
    }
    if (failure) throw failure;
    return !decisive;
  }

  #variable(name: string, scope: ValueScope): Value {
    const value = scope.lookUp(name)?.();
    if (value === undefined) throw new EvaluationError(`Variable read error. Variable: [${name}].`);
    return value;
  }

  #map(entries: readonly (readonly [Expression, Expression])[], scope: ValueScope): RulesMap {
    return new Map(
      entries.map(([key, value]) => {
        const name = this.evaluate(key, scope);
        if (typeof name !== 'string') throw new EvaluationError('The keys of maps are texts');
        return [name, this.evaluate(value, scope)];
      }),
    );
  }

  #path(segments: readonly (string | Expression)[], scope: ValueScope): Path {
    return new Path(
      segments.flatMap((segment) => {
        if (typeof segment === 'string') return [segment];
        const value = this.evaluate(segment, scope);
        if (value instanceof OpenPath) throw new EvaluationError('This path is not known');
        return value instanceof Path ? value.segments : [formatPathSegment(value)];
      }),
    );
  }

  #method(expression: Extract<Expression, { kind: 'method' }>, scope: ValueScope): Value {
    const { of, name, args } = expression;
    const values = () => args.map((arg) => this.evaluate(arg, scope));
    if (of.kind !== 'name' || !isNamespaced(expression, scope)) {
      return callMethod(this.evaluate(of, scope), name, values());
    }
    return this.#global(`${of.name}.${name}`, values());
  }

  #global(name: string, args: readonly Value[]): Value {
    const lookUp = findLookUp(this.#service, name);
    if (!lookUp) return callGlobal(name, args);
    const [path] = args;
    if (!(path instanceof Path)) throw new EvaluationError('Documents are found by their path');
    const document = this.#findDocument(path, lookUp.moment);
    if (lookUp.gives === 'presence') return document !== null;
    if (document === null) {
      throw new EvaluationError(`Service call error. Function: [${name}], no such document.`);
    }
    return document;
  }

  #call({ name, args }: Extract<Expression, { kind: 'call' }>, scope: ValueScope): Value {
    const bound = scope.findFunction(name);
    if (!bound) {
      return this.#global(
        name,
        args.map((arg) => this.evaluate(arg, scope)),
      );
    }
    const { parameters, lets, result } = bound.declaration;
    const variables = new Map(
      parameters.map((parameter, index) => [parameter, this.#later(args[index]!, scope)]),
    );
    let inner: ValueScope = new Scope({ around: bound.scope, variables });
    for (const { name: variable, value } of lets) {
      inner = inner.with(variable, this.#later(value, inner));
    }
    return this.evaluate(result, inner);
  }

  /** Defers an argument or a `let` value, so that a failure matters only if it is used. */
  #later(expression: Expression, scope: ValueScope): Later {
    let value: Value | undefined;
    return () => {
      if (value === undefined) value = this.evaluate(expression, scope);
      return value;
    };
  }
}

function asBool(value: Value): boolean {
  if (typeof value !== 'boolean') throw new EvaluationError(notBool(value));
  return value;
}

const notBool = (value: Value): string =>
  `Type error. Received: [${typeOf(value)}] Expected: [bool].`;

function member(value: Value, name: string): Value {
  const found = isMap(value) ? value.get(name) : undefined;
  if (found !== undefined) return found;
  throw new EvaluationError(
    value === null ? 'Null value error.' : `Property ${name} is undefined on object.`,
  );
}

function at(value: Value, index: Value): Value {
  if (isMap(value) && typeof index === 'string') return member(value, index);
  if (typeof index === 'bigint') {
    const items = value instanceof Path ? value.segments : value;
    const item =
      Array.isArray(items) || typeof items === 'string' ? items[Number(index)] : undefined;
    if (item !== undefined) return item as Value;
  }
  throw new EvaluationError(`${typeOf(value)} has nothing at this place`);
}
