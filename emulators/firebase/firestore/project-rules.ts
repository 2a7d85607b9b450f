import { InvalidRules } from '../rules/invalid-rules.ts';
import { invalid, type Rules } from './contract.ts';
import { compileFirestoreRules } from './rules/compile.ts';

/** The rules of every project: its own, or else those the server was started with. */
export class ProjectRules {
  readonly #text: string | undefined;
  /** Also those made of the common text: what was asked is counted by project. */
  readonly #compiled = new Map<string, Rules>();

  /** @throws InvalidRules when the text cannot be used */
  constructor(text: string | undefined) {
    if (text !== undefined) compileFirestoreRules(text);
    this.#text = text;
  }

  /** Rules for one project. Throws Refusal INVALID_ARGUMENT, having changed nothing. */
  set(project: string, text: string): void {
    try {
      this.#compiled.set(project, compileFirestoreRules(text));
    } catch (error) {
      throw error instanceof InvalidRules
        ? invalid(`Error compiling rules:\n${error.message}`)
        : error;
    }
  }

  /** The rules of a project; without any, only an admin gets in. */
  of(project: string): Rules | undefined {
    const known = this.#compiled.get(project);
    if (known || this.#text === undefined) return known;
    const compiled = compileFirestoreRules(this.#text);
    this.#compiled.set(project, compiled);
    return compiled;
  }
}
