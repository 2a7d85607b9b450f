import type { Calls, DatabaseName } from '../contract.ts';

export interface Backend {
  /**
   * Returns the calls of a database, opened on first use. @throws Refusal for a project that is not
   * served
   */
  calls(name: DatabaseName): Calls;
  /** Deletes every document. @throws Refusal for a project that is not served */
  clear(name: DatabaseName): Promise<void>;
  /** Replaces the rules of a project. @throws Refusal INVALID_ARGUMENT before any change */
  setRules(project: string, text: string): void;
  /** Returns the rules coverage of a project for `:ruleCoverage`. @throws Refusal */
  coverage(project: string): unknown;
}
