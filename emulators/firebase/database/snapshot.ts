import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { treeFromJson, treeToJson } from './tree/json.ts';
import type { Tree } from './tree/node.ts';

const fileName = 'database.json';
const format = 'datchain-database-1';

export function writeSnapshot(dir: string, trees: Iterable<readonly [string, Tree]>): void {
  const namespaces = [...trees].map(([name, tree]) => [name, treeToJson(tree, 'export')]);
  const path = join(dir, fileName);
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify({ format, namespaces }), { flush: true });
  renameSync(`${path}.new`, path);
}

/**
 * Reads the file of `writeSnapshot`; empty without one.
 *
 * @throws Error for any other file
 */
export function readSnapshot(dir: string): readonly (readonly [string, Tree])[] {
  const path = join(dir, fileName);
  if (!existsSync(path)) return [];
  const file = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly format: string;
    readonly namespaces: readonly (readonly [string, unknown])[];
  };
  if (file.format !== format) {
    throw new Error(`${path} is not a snapshot of the local Realtime Database`);
  }
  return file.namespaces.map(([name, json]) => [name, treeFromJson(json)]);
}
