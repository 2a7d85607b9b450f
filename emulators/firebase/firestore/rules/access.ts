import type { PathPart } from '../../rules/match.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Method } from '../../rules/syntax.ts';
import type { Path, Value } from '../../rules/values.ts';
import {
  type Access,
  type Caller,
  codes,
  type DatabaseName,
  type ListQuestion,
  type Micros,
  Refusal,
  type Segments,
  type StoredDocument,
  type View,
} from '../contract.ts';
import { listCases, queryFor } from './list.ts';
import { LookUps } from './look-ups.ts';
import { authFor, documentFor, pathIn, timeFor } from './values.ts';

export interface Surroundings {
  readonly caller: Caller;
  readonly name: DatabaseName;
  readonly now: Micros;
  readonly before: View;
  readonly after: View;
}

interface Asked {
  readonly method: Method;
  readonly path: readonly PathPart[];
  readonly requestPath: Path | undefined;
  readonly resource: Value | undefined;
  readonly more?: readonly (readonly [string, Value])[];
}

export class RulesAccess implements Access {
  readonly #rules: Ruleset;
  readonly #database: string;
  readonly #before: View;
  readonly #lookUps: LookUps;
  /** The fields of `request` shared by all questions. */
  readonly #common: readonly (readonly [string, Value])[];

  constructor(rules: Ruleset, { caller, name, now, before, after }: Surroundings) {
    this.#rules = rules;
    this.#database = name.database;
    this.#before = before;
    this.#lookUps = new LookUps(name.database, { before, after });
    this.#common = [
      ['auth', authFor(caller)],
      ['time', timeFor(now)],
    ];
  }

  get(path: Segments, document: StoredDocument | undefined): void {
    this.#require([this.#askedOf('get', path, document)]);
  }

  list(question: ListQuestion): void {
    const more = [['query', queryFor(question.query)] as const];
    const cases = listCases(question, this.#database, this.#before);
    this.#require(cases.map((each) => ({ ...each, method: 'list', more })));
  }

  write(
    verb: 'create' | 'update' | 'delete',
    path: Segments,
    before: StoredDocument | undefined,
    after: StoredDocument | undefined,
  ): void {
    const more = [['resource', this.#valueOf(after)] as const];
    this.#require([{ ...this.#askedOf(verb, path, before), more }]);
  }

  #askedOf(method: Method, path: Segments, document: StoredDocument | undefined): Asked {
    const requestPath = pathIn(this.#database, path);
    const resource = this.#valueOf(document);
    return { method, path: requestPath.segments, requestPath, resource };
  }

  #valueOf(document: StoredDocument | undefined): Value {
    return document ? documentFor(this.#database, document) : null;
  }

  /** Asks the rules about all cases of a question. @throws Refusal PERMISSION_DENIED */
  #require(cases: readonly Asked[]): void {
    const find = this.#lookUps.forQuestion();
    for (const { method, path, requestPath, resource, more = [] } of cases) {
      const request = new Map<string, Value>([
        ...this.#common,
        ['method', method],
        ...(requestPath ? [['path', requestPath] as const] : []),
        ...more,
      ]);
      const { isAllowed, reasons } = this.#rules.judge({ method, path, request, resource }, find);
      if (isAllowed) continue;
      throw new Refusal(
        codes.PERMISSION_DENIED,
        reasons.length === 0 ? 'No matching allow statements' : `\n${reasons.join(', ')}`,
      );
    }
  }
}
