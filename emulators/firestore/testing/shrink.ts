/**
 * The smallest case that is still wrong: leaves out whatever can be left out, steps of a scenario
 * as well as fields of their requests, until every single thing that is left is needed.
 *
 * @param json arrays and objects, any part of which may go
 * @param isWrong whether a case shows the fault; of one that makes no sense it says no
 */
export async function shrink<T>(json: T, isWrong: (json: T) => Promise<boolean>): Promise<T> {
  let smallest = json;
  for (;;) {
    const before = smallest;
    for (const path of containersOf(smallest)) {
      smallest = await thinned(smallest, path, isWrong);
    }
    if (smallest === before) return smallest;
  }
}

type Path = readonly (string | number)[];

/** Takes things out of one array or object: half of them at once, then fewer, then one by one. */
async function thinned<T>(json: T, path: Path, isWrong: (json: T) => Promise<boolean>): Promise<T> {
  let smallest = json;
  let size = Math.ceil(keysAt(smallest, path).length / 2);
  while (size >= 1) {
    // From the end: what comes first is what the rest needs.
    for (let end = keysAt(smallest, path).length; end > 0; end -= size) {
      const keys = keysAt(smallest, path);
      // Nothing is left empty, which may be another question: it goes as a whole.
      if (path.length > 0 && size >= keys.length) continue;
      const left = without(smallest, path, keys.slice(Math.max(0, end - size), end));
      if (await isWrong(left)) smallest = left;
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return smallest;
}

/** Where the arrays and objects are, outer ones first. */
function containersOf(json: unknown, path: Path = []): readonly Path[] {
  if (typeof json !== 'object' || json === null) return [];
  const inner = Object.entries(json).flatMap(([key, value]) =>
    containersOf(value, [...path, Array.isArray(json) ? Number(key) : key]),
  );
  return [path, ...inner];
}

const at = (json: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], json);

/** The keys of what is at a path; none when it is gone by now. */
function keysAt(json: unknown, path: Path): readonly string[] {
  const value = at(json, path);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function without<T>(json: T, path: Path, keys: readonly string[]): T {
  const [first, ...rest] = path;
  const gone = new Set(keys);
  if (first === undefined) {
    return (
      Array.isArray(json)
        ? json.filter((_, index) => !gone.has(String(index)))
        : Object.fromEntries(Object.entries(json as object).filter(([key]) => !gone.has(key)))
    ) as T;
  }
  const changed = without((json as Record<string, unknown>)[first], rest, keys);
  if (Array.isArray(json))
    return json.map((each, index) => (index === first ? changed : each)) as T;
  return { ...json, [first]: changed };
}
