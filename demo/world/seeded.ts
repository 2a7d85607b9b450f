export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

export interface Seeded {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns a number in [low, high). */
  between(low: number, high: number): number;
  /** Returns a whole number from low to high, both included. */
  whole(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
  shuffled<T>(items: readonly T[]): T[];
}

export function seeded(seed: number | string): Seeded {
  let state = typeof seed === 'string' ? fnv1a(seed) : seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole,
    pick: <T>(items: readonly T[]) => {
      if (items.length === 0) throw new Error('Nothing to pick from.');
      return items[whole(0, items.length - 1)] as T;
    },
    chance: (probability) => next() < probability,
    shuffled: <T>(items: readonly T[]) => {
      const order = [...items];
      for (let index = order.length - 1; index > 0; index -= 1) {
        const other = whole(0, index);
        [order[index], order[other]] = [order[other] as T, order[index] as T];
      }
      return order;
    },
  };
}
