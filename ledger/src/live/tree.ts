import { isRecord } from '@datchain/shared/contracts/tolerant.ts';

const keysOf = (path: string): string[] => path.split('/').filter(Boolean);

/** The database turns dense numeric keys into an array, which is still a map of children. */
const children = (value: unknown): Record<string, unknown> =>
  Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : isRecord(value) ? value : {};

function withChild(value: unknown, keys: readonly string[], data: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return data;
  const { [key]: before, ...others } = children(value);
  const after = withChild(before, rest, data);
  const next = after === null || after === undefined ? others : { ...others, [key]: after };
  return Object.keys(next).length > 0 ? next : null;
}

/** Applies a `put` event: the value at `path` becomes `data`; null removes it. */
export const applyPut = (root: unknown, path: string, data: unknown): unknown =>
  withChild(root, keysOf(path), data);

/** Applies a `patch` event: each key of `data`, which may be a path, is put below `path`. */
export const applyPatch = (root: unknown, path: string, data: unknown): unknown =>
  Object.entries(children(data)).reduce(
    (value, [key, child]) => applyPut(value, `${path}/${key}`, child),
    root,
  );
