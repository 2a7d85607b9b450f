import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ADMIN } from '../identity.ts';
import { Namespace } from './namespace.ts';
import { Rules } from './rules/evaluate.ts';
import { treeFromJson, treeToJson } from './tree/json.ts';
import { getAt, setAt, type Tree } from './tree/node.ts';
import { type Path, parsePath } from './tree/path.ts';
import type { Update } from './watches.ts';

const aKey = fc.constantFrom('a', 'b', 'c', '1', '2', '10');
const aPath = fc.array(aKey, { maxLength: 3 });
const aValue = fc.oneof(
  fc.constantFrom(null, true, false, 'x', 'y'),
  fc.integer({ min: -3, max: 3 }),
  fc.dictionary(
    aKey,
    fc.oneof(fc.constantFrom(null, 1, 2, 'x'), fc.dictionary(aKey, fc.integer())),
  ),
);
const aWrite = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), path: aPath, json: aValue }),
  fc.record({
    kind: fc.constant('update' as const),
    path: aPath,
    json: fc.dictionary(fc.constantFrom('a', 'b/c', 'b/1', 'c', '2/a/b'), aValue),
  }),
);

class Mirror {
  readonly path: Path;
  readonly namespace: Namespace;
  tree: Tree;

  constructor(namespace: Namespace, path: Path) {
    this.namespace = namespace;
    this.path = path;
    this.tree = getAt(namespace.root, path);
    namespace.listen(path, (update) => this.apply(update));
  }

  apply(update: Update): void {
    const json = JSON.parse(update.data('export'));
    const under = update.path.slice(this.path.length);
    const changes: [Path, unknown][] = update.isMerge
      ? Object.entries(json).map(([key, value]) => [[...under, ...parsePath(key)], value])
      : [[under, json]];
    for (const [path, value] of changes) {
      this.tree = setAt(this.tree, path, treeFromJson(value));
    }
  }

  expectCurrent(): void {
    const expected = this.namespace.read(this.path, null, ADMIN);
    expect(treeToJson(this.tree, 'export')).toEqual(treeToJson(expected, 'export'));
  }
}

test('every listener has the same data as a fresh read after each of any writes', () => {
  fc.assert(
    fc.property(
      fc.array(aPath, { minLength: 1, maxLength: 6 }),
      fc.array(aWrite, { maxLength: 25 }),
      (listens, writes) => {
        const namespace = new Namespace({
          root: null,
          rules: new Rules('{"rules": {}}'),
          now: () => 0,
        });
        const mirrors: Mirror[] = [];
        writes.forEach(({ kind, path, json }, index) => {
          const next = listens[index];
          if (next) mirrors.push(new Mirror(namespace, next));
          namespace.write({ kind, path: path.join('/'), json }, ADMIN);
          for (const mirror of mirrors) mirror.expectCurrent();
        });
      },
    ),
    { numRuns: 500 },
  );
});

test('a listener is not notified of writes elsewhere', () => {
  const namespace = new Namespace({
    root: treeFromJson({ a: { x: 1 }, b: 1 }),
    rules: new Rules('{"rules": {}}'),
    now: () => 0,
  });
  const heard: Path[] = [];
  const stop = namespace.listen(['a', 'x'], ({ path }) => heard.push(path));
  namespace.write({ kind: 'set', path: 'b', json: 2 }, ADMIN);
  namespace.write({ kind: 'update', path: 'a', json: { y: 2 } }, ADMIN);
  expect(heard).toEqual([]);
  namespace.write({ kind: 'update', path: '', json: { 'a/x': 2, b: 3 } }, ADMIN);
  stop();
  namespace.write({ kind: 'set', path: 'a/x', json: 3 }, ADMIN);
  expect(heard).toEqual([['a', 'x']]);
  expect(treeToJson(getAt(namespace.root, ['a']), 'plain')).toEqual({ x: 3, y: 2 });
});
