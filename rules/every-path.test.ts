import { readFileSync } from 'node:fs';
import { Rules } from '@datchain/firebase-emulators/database/rules/evaluate.ts';
import { treeFromJson } from '@datchain/firebase-emulators/database/tree/json.ts';
import { setAt } from '@datchain/firebase-emulators/database/tree/node.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { expect, test } from 'vitest';
import { databaseTable } from './cases/database-table.ts';
import { firestoreTable } from './cases/table.ts';

const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

const pathsOf = (contract: Record<string, unknown>): string[] =>
  Object.values(contract).map((path) =>
    typeof path === 'function' ? (path('lines', 'credits', '1') as string) : String(path),
  );

/** Replaces every id in a path with a star, because all wallets have one shape. */
const shapeOf = (path: string): string =>
  path
    .split('/')
    .map((part, index) => (index % 2 === 0 ? part : '*'))
    .join('/');

test('[M-45] every document and every collection that the server or a browser names has a row', () => {
  const rows = firestoreTable.map(({ path }) => shapeOf(path));
  const missing = pathsOf(docs)
    .map(shapeOf)
    .filter((shape) => !rows.some((row) => row === shape || row.startsWith(`${shape}/`)));
  expect(missing).toEqual([]);
});

test('[M-45] every path of the Realtime Database that the code names has a row', () => {
  // The second part is an id nearly everywhere.
  const shape = (path: string) => path.split('/').with(1, '*').join('/');
  const alone = (path: string) => (path.includes('/') ? shape(path) : path);
  const rows = new Set(databaseTable.map(({ path }) => alone(path)));
  expect(pathsOf(live).filter((path) => !rows.has(alone(path)))).toEqual([]);
});

test('[M-45] the tests of the Storage rules name every folder that the rules open', () => {
  const opened = [...textOf('./storage.rules').matchAll(/match \/(\w+)\/\{\w+\} \{/g)];
  const tried = textOf('./storage-rules.emulator.test.ts');
  expect(opened.length).toBeGreaterThan(2);
  for (const [, folder] of opened) expect(tried).toContain(`'${folder}`);
});

const NOW = Date.UTC(2026, 10, 22);
const tree = (json: unknown) => treeFromJson(json);
const who = (uid: string | null) => ({ auth: uid === null ? null : { uid, token: {} }, now: NOW });
const zero = { totalSpns: 0, sales: { singles: 0, albums: 0, videos: 0 } };

const people = [null, 'owner', 'stranger'];
const places = ['datchainwallets', 'datChainTokenWallets', 'utilitySpend']
  .map((name) => [name, 'owner'])
  .concat([['users', 'owner', 'summary']]);
const writes: readonly { at: string; before: unknown; value: unknown; isErased?: true }[] = [
  { at: 'credits', before: null, value: 0, isErased: true },
  { at: 'stats', before: null, value: zero, isErased: true },
  ...[0, 1, '0', false].map((value) => ({ at: 'credits', before: null, value })),
  { at: 'credits', before: 5, value: 0 },
  { at: 'stats', before: null, value: zero },
  { at: 'stats', before: zero, value: zero },
  { at: 'stats', before: null, value: { ...zero, totalSpns: 1 } },
  ...(['singles', 'albums', 'videos'] as const).map((kind) => ({
    at: 'stats',
    before: null,
    value: { ...zero, sales: { ...zero.sales, [kind]: 1 } },
  })),
  { at: 'stats', before: null, value: { ...zero, more: 1 } },
  { at: 'stats', before: null, value: { ...zero, sales: { ...zero.sales, more: 1 } } },
];

function answers(text: string): boolean[] {
  const rules = new Rules(text);
  const reads = places.flatMap((path) =>
    people.map((uid) => rules.canRead(tree({}), path, who(uid))),
  );
  const written = writes.flatMap(({ at, before, value, isErased = null }) =>
    people.map((uid) => {
      const path = ['users', 'owner', at];
      const marked = setAt(tree({}), live.erased('owner').split('/'), tree(isErased));
      const stored = setAt(marked, path, tree(before));
      return rules.canWrite(stored, setAt(stored, path, tree(value)), path, who(uid));
    }),
  );
  return [...reads, ...written];
}

test('[M-46] each condition of the Realtime Database passes for somebody, and refuses somebody on its own', () => {
  const text = textOf('./database.rules.json');
  const asTheyAre = answers(text);
  expect(new Set(asTheyAre)).toEqual(new Set([true, false]));
  const conditions = [...text.matchAll(/"\.(?:read|write|validate)": (?:"([^"]+)"|false)/g)];
  expect(conditions.length).toBeGreaterThan(6);
  for (const { 0: rule, 1: expression, index } of conditions) {
    const parts = expression?.split(' && ') ?? ['false'];
    for (const part of parts) {
      // `auth.uid === $uid` refuses signed-out visitors too, so this condition only repeats that.
      if (part === 'auth !== null') continue;
      const opened = rule.replace(part, 'true').replace('"true"', 'true');
      const changed = text.slice(0, index) + opened + text.slice(index + rule.length);
      const lets = answers(changed).filter((allowed, at) => allowed && !asTheyAre[at]);
      expect(lets.length, `${part} in ${rule}`).toBeGreaterThan(0);
      const refused =
        text.slice(0, index) + rule.replace(part, 'false') + text.slice(index + rule.length);
      const loses = answers(refused).filter((allowed, at) => !allowed && asTheyAre[at]);
      if (part !== 'false') expect(loses.length, `${part} in ${rule}`).toBeGreaterThan(0);
    }
  }
});
