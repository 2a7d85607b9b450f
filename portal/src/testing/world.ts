export interface World {
  readonly user: {
    readonly uid: string;
    readonly email: string;
    readonly isUnconfirmed?: boolean;
  } | null;
  readonly live: Readonly<Record<string, unknown>>;
  readonly documents: Readonly<Record<string, unknown>>;
  /** Refused paths of either database; for a user's own documents, the collection's name. */
  readonly refused: readonly string[];
  readonly isSilent?: boolean;
}

declare global {
  interface Window {
    given: World;
    changeWorld: (change: Partial<World>) => void;
  }
}

let world: World = window.given;
const listeners = new Set<() => void>();

export const currentWorld = (): World => world;

window.changeWorld = (change) => {
  world = {
    ...world,
    ...change,
    live: { ...world.live, ...change.live },
    documents: { ...world.documents, ...change.documents },
  };
  for (const listener of listeners) listener();
};

/**
 * Calls `tell` with the value of `read`, now and on each change; never before `follow` has
 * returned.
 */
export function follow<T>(read: (world: World) => T, tell: (found: T) => void): () => void {
  let lastText: string | undefined;
  const look = () => {
    const found = read(world);
    const text = JSON.stringify(found);
    if (lastText === text) return;
    lastText = text;
    tell(found);
  };
  listeners.add(look);
  queueMicrotask(() => {
    if (listeners.has(look)) look();
  });
  return () => {
    listeners.delete(look);
  };
}

/** Follows the value at a path. A refusal ends it, as the databases end a listener. */
export function followPath(
  path: string,
  read: (world: World) => unknown,
  onChange: (value: unknown) => void,
  onFailure: (error: unknown) => void,
): () => void {
  const stop = follow(
    ({ isSilent, refused, ...now }) => ({
      isSilent,
      isRefused: refused.includes(path),
      value: isSilent ? undefined : read({ ...now, refused }),
    }),
    ({ isSilent, isRefused, value }) => {
      if (isSilent) return;
      if (!isRefused) return onChange(value);
      stop();
      onFailure(new Error(`permission_denied at /${path}`));
    },
  );
  return stop;
}
