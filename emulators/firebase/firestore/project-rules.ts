import { InvalidRules } from '../rules/invalid-rules.ts';
import { invalid, type Rules } from './contract.ts';
import { compileFirestoreRules } from './rules/compile.ts';

/** The rules of every project: its own, or the default of the server. */
export class ProjectRules {
  readonly #text: string | undefined;
  /** Compiled rules by project, including the default, because coverage is counted by project. */
  readonly #compiled = new Map<string, Rules>();

  /** @throws InvalidRules when the text is invalid */
  constructor(text: string | undefined) {
    if (text !== undefined) compileFirestoreRules(text);
    this.#text = text;
  }

  /** Sets the rules of a project. @throws Refusal INVALID_ARGUMENT before any change */
  set(project: string, text: string): void {
    try {
      this.#compiled.set(project, compileFirestoreRules(text));
    } catch (error) {
      throw error instanceof InvalidRules
        ? invalid(`Error compiling rules:\n${error.message}`)
        : error;
    }
  }

  of(project: string): Rules | undefined {
    const known = this.#compiled.get(project);
    if (known || this.#text === undefined) return known;
    const compiled = compileFirestoreRules(this.#text);
    this.#compiled.set(project, compiled);
    return compiled;
  }
}
