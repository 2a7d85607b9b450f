/** What a test gives the portal instead of a server: who is there and what is stored. */
export interface World {
  /** Who is signed in; null for no one. */
  readonly user: {
    readonly uid: string;
    readonly email: string;
    /** The address is not confirmed yet. */
    readonly isUnconfirmed?: boolean;
  } | null;
  /** Values of the Realtime Database by path, as they are stored. */
  readonly live: Readonly<Record<string, unknown>>;
  /** Documents of the document store by path, as they are stored. */
  readonly documents: Readonly<Record<string, unknown>>;
  /**
   * What no one may read: a path of either database; a collection's name for a user's own of it.
   */
  readonly refused: readonly string[];
  /** Neither database answers. */
  readonly isSilent?: boolean;
}

declare global {
  interface Window {
    /** What the page begins with; set before any of its scripts run. */
    given: World;
    /** Changes what is stored under the page's eyes: paths are added or replaced. */
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

/** Tells what `read` finds, now and whenever it is something else; never before it has returned. */
export function follow<T>(read: (world: World) => T, tell: (found: T) => void): () => void {
  let told: string | undefined;
  const look = () => {
    const found = read(world);
    const text = JSON.stringify(found);
    if (told === text) return;
    told = text;
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

/** Follows what a path holds. A refusal ends it, as the databases end a listener. */
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
