import { followPath, type World } from '../world.ts';

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Converts a stored value as the database does: an empty map becomes null, and a map with mostly
 * numeric keys a sparse array.
 */
function handedOut(stored: unknown): unknown {
  if (!isMap(stored)) return stored ?? null;
  const entries = Object.entries(stored)
    .map(([key, value]) => [key, handedOut(value)] as const)
    .filter(([, value]) => value !== null);
  if (entries.length === 0) return null;
  const numbers = entries.map(([key]) => (/^(0|[1-9]\d*)$/.test(key) ? Number(key) : Number.NaN));
  const isList = Math.max(...numbers) < 2 * numbers.length;
  return Object.assign(isList ? [] : {}, Object.fromEntries(entries));
}

function makeTree(live: World['live']): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(live)) {
    const keys = path.split('/');
    const last = keys.pop() ?? '';
    let at = tree;
    for (const key of keys) {
      const below = at[key];
      const next = isMap(below) ? { ...below } : {};
      at[key] = next;
      at = next;
    }
    at[last] = value;
  }
  return tree;
}

const valueAt = ({ live }: World, path: string): unknown =>
  handedOut(
    path
      .split('/')
      .reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), makeTree(live)),
  );

export const watchLive: typeof import('../../lib/data/live.ts').watchLive = (
  path,
  onChange,
  onFailure,
) => followPath(path, (world) => valueAt(world, path), onChange, onFailure);
