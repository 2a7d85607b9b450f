import type { Change } from '../namespace.ts';
import { treeFromJson, treeToJson } from '../tree/json.ts';
import { setAt, type Tree } from '../tree/node.ts';

/** The data of every namespace, by name. */
export type State = Map<string, Tree>;

/** One line of the log: a namespace and its changes in export form, server values resolved. */
export function logLine(namespace: string, changes: readonly Change[]): string {
  const list = changes.map(({ path, value }) => [path, treeToJson(value, 'export')]);
  return `${JSON.stringify([namespace, list])}\n`;
}

/** Applies one line of the log. Throws when the line is not one of ours. */
export function applyLogLine(state: State, line: string): void {
  const [namespace, list] = JSON.parse(line) as [string, [string[], unknown][]];
  for (const [path, json] of list) {
    const value = treeFromJson(json, null, 0, { now: 0 });
    state.set(namespace, setAt(state.get(namespace) ?? null, path, value));
  }
}

/** The whole state as text; `log` names the log that continues it. */
export function snapshotText(state: State, log: string): string {
  const namespaces = [...state].map(([name, tree]) => [name, treeToJson(tree, 'export')]);
  return JSON.stringify({ format: 'datchain-database-1', log, namespaces });
}

/** Reads `snapshotText`. Throws for any other text. */
export function parseSnapshot(text: string): { state: State; log: string } {
  const file = JSON.parse(text) as {
    format: string;
    log: string;
    namespaces: [string, unknown][];
  };
  if (file.format !== 'datchain-database-1') throw new Error('unknown format');
  const state: State = new Map();
  for (const [name, json] of file.namespaces) {
    state.set(name, treeFromJson(json, null, 0, { now: 0 }));
  }
  return { state, log: file.log };
}
