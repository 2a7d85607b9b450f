import type { Calls, DatabaseName } from '../contract.ts';

/** What the wires stand before: the databases of one process, and who may come in. */
export interface Backend {
  /** The database of that name, opened on first use. Throws Refusal for a project not served. */
  calls(name: DatabaseName): Calls;
  /** Forgets every document. Throws Refusal for a project not served. */
  clear(name: DatabaseName): Promise<void>;
  /** Replaces the rules of one project. Throws Refusal INVALID_ARGUMENT, having changed nothing. */
  setRules(project: string, text: string): void;
  /** How the rules of a project were used, as `:ruleCoverage` gives it. Throws Refusal. */
  coverage(project: string): unknown;
}
