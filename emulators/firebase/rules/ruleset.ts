import { checkRules } from './check.ts';
import { Coverage } from './coverage.ts';
import { Evaluator, type FindDocument, type ValueScope } from './evaluate.ts';
import { matches, type PathPart } from './match.ts';
import { parseRules } from './parse.ts';
import { Scope } from './scope.ts';
import { type Service, storageService } from './services.ts';
import type { Allow, Block, Method, RulesFile } from './syntax.ts';
import type { Value } from './values.ts';

export interface Question {
  readonly method: Method;
  readonly path: readonly PathPart[];
  readonly request: Value;
  /** Undefined when unknown: conditions that read it cannot be evaluated. */
  readonly resource: Value | undefined;
}

export interface Verdict {
  readonly isAllowed: boolean;
  /** The reason of each `allow` for this method, in the order of the file, if refused. */
  readonly reasons: readonly string[];
}

export class Ruleset {
  readonly #text: string;
  readonly #service: Service;
  readonly #file: RulesFile;
  readonly #coverage = new Coverage();

  /** @throws InvalidRules for a text that is not a rules file of the service */
  constructor(text: string, service: Service = storageService) {
    this.#text = text;
    this.#service = service;
    this.#file = parseRules(text, service.name);
    checkRules(this.#file, service);
  }

  halfTested(): string[] {
    return this.#coverage.halfTested(this.#file);
  }

  coverage(): object {
    return this.#coverage.report(this.#file, this.#text);
  }

  allows(question: Question, findDocument: FindDocument): boolean {
    return this.judge(question, findDocument).isAllowed;
  }

  judge({ method, path, request, resource }: Question, findDocument: FindDocument): Verdict {
    const evaluator = new Evaluator({
      findDocument,
      service: this.#service,
      coverage: this.#coverage,
    });
    const reasons: string[] = [];
    const holds = ({ methods, condition }: Allow, scope: ValueScope): boolean => {
      if (!methods.has(method)) return false;
      const failure = condition ? evaluator.failureOf(condition, scope) : undefined;
      if (failure === undefined) return true;
      reasons.push(`${failure} for '${method}' @ L${condition?.at.line ?? 0}`);
      return false;
    };
    const { functions, service } = this.#file;
    const isAllowedIn = (block: Block, at: readonly PathPart[], around: ValueScope): boolean => {
      for (const { variables, rest } of matches(block.pattern, at)) {
        const scope: ValueScope = new Scope({ around, variables, functions: block.functions });
        if (rest.length === 0 && block.allows.some((allow) => holds(allow, scope))) return true;
        if (block.blocks.some((inner) => isAllowedIn(inner, rest, scope))) return true;
      }
      return false;
    };
    const isAllowed = isAllowedIn(service, path, fileScope(functions, request, resource));
    return { isAllowed, reasons };
  }
}

function fileScope(
  functions: RulesFile['functions'],
  request: Value,
  resource: Value | undefined,
): ValueScope {
  return new Scope({
    variables: new Map([
      ['request', () => request],
      ['resource', () => resource],
    ]),
    functions,
  });
}
