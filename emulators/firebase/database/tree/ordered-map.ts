interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
  readonly left: Entry<K, V> | null;
  readonly right: Entry<K, V> | null;
  readonly height: number;
  readonly size: number;
}

type Link<K, V> = Entry<K, V> | null;

/**
 * An immutable sorted map: `set` and `delete` return a new map, which shares all but a logarithmic
 * number of entries with the old one. Rules need both the old and the new state of the database.
 */
export class OrderedMap<K, V> {
  readonly #compare: (a: K, b: K) => number;
  readonly #root: Link<K, V>;

  constructor(compare: (a: K, b: K) => number, root: Link<K, V> = null) {
    this.#compare = compare;
    this.#root = root;
  }

  get size(): number {
    return this.#root?.size ?? 0;
  }

  get(key: K): V | undefined {
    let at = this.#root;
    while (at) {
      const order = this.#compare(key, at.key);
      if (order === 0) return at.value;
      at = order < 0 ? at.left : at.right;
    }
    return undefined;
  }

  set(key: K, value: V): OrderedMap<K, V> {
    return new OrderedMap(this.#compare, insert(this.#root, key, value, this.#compare));
  }

  delete(key: K): OrderedMap<K, V> {
    const root = remove(this.#root, key, this.#compare);
    return root === this.#root ? this : new OrderedMap(this.#compare, root);
  }

  *ascend(): Generator<[K, V]> {
    const stack: Entry<K, V>[] = [];
    for (let next = this.#root; next; next = next.left) stack.push(next);
    for (let top = stack.pop(); top; top = stack.pop()) {
      yield [top.key, top.value];
      for (let next = top.right; next; next = next.left) stack.push(next);
    }
  }
}

function entry<K, V>(key: K, value: V, left: Link<K, V>, right: Link<K, V>): Entry<K, V> {
  const height = Math.max(left?.height ?? 0, right?.height ?? 0) + 1;
  const size = (left?.size ?? 0) + (right?.size ?? 0) + 1;
  return { key, value, left, right, height, size };
}

function insert<K, V>(
  at: Link<K, V>,
  key: K,
  value: V,
  compare: (a: K, b: K) => number,
): Entry<K, V> {
  if (!at) return entry(key, value, null, null);
  const order = compare(key, at.key);
  if (order === 0) return entry(key, value, at.left, at.right);
  return order < 0
    ? balance(at.key, at.value, insert(at.left, key, value, compare), at.right)
    : balance(at.key, at.value, at.left, insert(at.right, key, value, compare));
}

function remove<K, V>(at: Link<K, V>, key: K, compare: (a: K, b: K) => number): Link<K, V> {
  if (!at) return null;
  const order = compare(key, at.key);
  if (order < 0) {
    const left = remove(at.left, key, compare);
    return left === at.left ? at : balance(at.key, at.value, left, at.right);
  }
  if (order > 0) {
    const right = remove(at.right, key, compare);
    return right === at.right ? at : balance(at.key, at.value, at.left, right);
  }
  if (!at.left) return at.right;
  if (!at.right) return at.left;
  let next = at.right;
  while (next.left) next = next.left;
  return balance(next.key, next.value, at.left, remove(at.right, next.key, compare));
}

function balance<K, V>(key: K, value: V, left: Link<K, V>, right: Link<K, V>): Entry<K, V> {
  const lean = (left?.height ?? 0) - (right?.height ?? 0);
  if (lean > 1 && left) {
    const inner = left.right;
    if (inner && inner.height > (left.left?.height ?? 0)) {
      const outer = entry(left.key, left.value, left.left, inner.left);
      return entry(inner.key, inner.value, outer, entry(key, value, inner.right, right));
    }
    return entry(left.key, left.value, left.left, entry(key, value, inner, right));
  }
  if (lean < -1 && right) {
    const inner = right.left;
    if (inner && inner.height > (right.right?.height ?? 0)) {
      const outer = entry(right.key, right.value, inner.right, right.right);
      return entry(inner.key, inner.value, entry(key, value, left, inner.left), outer);
    }
    return entry(right.key, right.value, entry(key, value, left, inner), right.right);
  }
  return entry(key, value, left, right);
}
