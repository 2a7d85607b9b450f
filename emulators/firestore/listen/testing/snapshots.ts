import * as web from 'firebase/firestore';
import type { Firestore as AdminFirestore, QuerySnapshot } from 'firebase-admin/firestore';
import { Chance } from '../../rules/testing/random.ts';
import { closeClients, openAdmin, openWeb } from '../../testing/clients.ts';
import { adminQuery, type Described, webQuery } from './described.ts';

/** Every snapshot of each query that one commit led to: `a=3` a document and its number. */
export type Told = Readonly<Record<string, readonly string[]>>;

type Changes = Readonly<Record<string, { readonly n: number; readonly tag: string } | null>>;

/** Commits of a few documents each, and the queries that are listened to meanwhile. */
export interface Script {
  readonly commits: readonly Changes[];
  readonly queries: Readonly<Record<string, Described>>;
}

/** New documents, changed ones, deleted ones, some as they were. */
function randomCommits(chance: Chance, count: number): readonly Changes[] {
  return Array.from({ length: count }, () =>
    Object.fromEntries(
      Array.from({ length: 1 + chance.below(3) }, () => {
        const fields = { n: chance.below(10), tag: chance.oneOf(['x', 'y', 'z']) };
        return [chance.oneOf(['a', 'b', 'd', 'e', 'f', 'g']), chance.once(3) ? null : fields];
      }),
    ),
  );
}

// Each commit changes a document that all queries show, first or last: so each has a snapshot of
// every commit, and it is known when all have come.
const tick = (at: number) => ({ n: 1_000, low: -1_000, tag: 'x', at });

/** Under them anyone may listen. */
export const openRules = `rules_version = '2';
  service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read, write; } } }`;

/** The script whose snapshots are recorded. */
export const recordedScript: Script = {
  commits: randomCommits(new Chance(7), 40),
  queries: {
    all: {},
    above: { where: [['n', '>', 3]] },
    tagged: { where: [['tag', 'in', ['x', 'y']]], order: 'n desc' },
    lowest: { order: 'low', first: 3 },
    highest: { order: 'n desc', first: 2 },
    last: { order: 'n', last: 2 },
    notX: { where: [['tag', '!=', 'z']], order: 'tag', first: 20 },
    from: { order: 'n', after: 4 },
  },
};

/** Eight queries and so many commits; the same seed brings them again. */
export function randomScript(seed: number, count: number): Script {
  const chance = new Chance(seed);
  const queries = Array.from({ length: 8 }, (_, at) => [`q${at}`, randomQuery(chance)] as const);
  return { commits: randomCommits(chance, count), queries: Object.fromEntries(queries) };
}

/** Whether a script of which something was left out can still be played, and shows the tick. */
export function isScript({ commits, queries }: Partial<Script>): boolean {
  const isFilter = (filter: readonly unknown[]) =>
    filter.length === 3 && (filter[1] !== 'in' || [filter[2]].flat().includes('x'));
  const isQuery = ({ where = [], order, after, first, last }: Described) =>
    where.every(isFilter) && (order !== undefined || (after ?? first ?? last) === undefined);
  const isChanges = (changes: Changes) =>
    Object.values(changes).every((fields) => !fields || ('n' in fields && 'tag' in fields));
  if (!commits || !queries) return false;
  return Object.values(queries).every(isQuery) && commits.every(isChanges);
}

/** One that shows the tick, whatever else there is. */
function randomQuery(chance: Chance): Described {
  const number = () => chance.below(10);
  const size = () => 1 + chance.below(4);
  const filters: NonNullable<Described['where']> = [
    ['n', chance.oneOf(['>', '>=', '!=']), number()],
    ['tag', 'in', ['x', chance.oneOf(['y', 'z'])]],
    ['tag', '!=', chance.oneOf(['y', 'z'])],
    ['tag', '==', 'x'],
    ['n', 'not-in', [number(), number()]],
  ];
  return {
    ...(chance.once(3) ? {} : { where: [chance.oneOf(filters)] }),
    ...chance.oneOf<Described>([
      {},
      { order: 'n' },
      { order: 'n', after: number() },
      { order: 'n', last: size() },
      { order: 'n desc', first: size() },
      { order: 'low', first: size() },
      { order: 'low' },
    ]),
  };
}

/**
 * What the listeners of one SDK have been told since the last commit, and whether all of it is
 * here.
 */
class Hearing {
  readonly #told = new Map<string, string[]>();
  #waiting: (() => void) | undefined;
  #at = 0;
  readonly #names: readonly string[];
  readonly #reached = new Map<string, number>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  hear(name: string, documents: readonly { id: string; data: () => Record<string, unknown> }[]) {
    const shown = documents.map((document) => `${document.id}=${String(document.data().n)}`);
    this.#told.set(name, [...(this.#told.get(name) ?? []), shown.join(' ')]);
    const ticked = documents.find(({ id }) => id === 'tick');
    this.#reached.set(name, Number(ticked?.data().at ?? -1));
    this.#check();
  }

  /** What was told until every query has shown the tick. */
  async until(at: number): Promise<Told> {
    this.#at = at;
    await new Promise<void>((resolve) => {
      this.#waiting = resolve;
      this.#check();
    });
    const told = Object.fromEntries([...this.#told].sort(([a], [b]) => (a < b ? -1 : 1)));
    this.#told.clear();
    return told;
  }

  #check(): void {
    if (this.#names.every((name) => this.#reached.get(name) === this.#at)) this.#waiting?.();
  }
}

/** What the listeners of an SDK are told of each commit, by the Firestore on a port. */
export async function snapshotsOf(
  sdk: 'admin' | 'web',
  port: number,
  { commits, queries }: Script = recordedScript,
): Promise<readonly Told[]> {
  const admin = openAdmin({ port });
  const path = `runs/${sdk}-${Date.now()}-${Math.random()}/c`;
  const commit = async (changes: Changes, at: number): Promise<void> => {
    const batch = admin.batch();
    batch.set(admin.doc(`${path}/tick`), tick(at));
    for (const [id, fields] of Object.entries(changes)) {
      const document = admin.doc(`${path}/${id}`);
      if (fields) batch.set(document, { ...fields, low: fields.n });
      else batch.delete(document);
    }
    await batch.commit();
  };
  await commit({ a: { n: 1, tag: 'x' }, b: { n: 5, tag: 'z' } }, 0);
  const hearing = new Hearing(Object.keys(queries));
  const stops =
    sdk === 'admin'
      ? listenAdmin(admin, path, { queries, hearing })
      : listenWeb(openWeb({ port }, 'u'), path, { queries, hearing });
  const told = [await hearing.until(0)];
  for (const [at, changes] of commits.entries()) {
    const next = hearing.until(at + 1);
    await commit(changes, at + 1);
    told.push(await next);
  }
  for (const stop of stops) stop();
  await closeClients();
  return told;
}

interface Listening {
  readonly queries: Script['queries'];
  readonly hearing: Hearing;
}

function listenAdmin(firestore: AdminFirestore, path: string, { queries, hearing }: Listening) {
  return Object.entries(queries).map(([name, asked]) =>
    adminQuery(firestore, path, asked).onSnapshot((snapshot: QuerySnapshot) =>
      hearing.hear(name, snapshot.docs),
    ),
  );
}

function listenWeb(firestore: web.Firestore, path: string, { queries, hearing }: Listening) {
  return Object.entries(queries).map(([name, asked]) => {
    const query = webQuery(firestore, path, asked);
    return web.onSnapshot(query, { includeMetadataChanges: true }, ({ docs, metadata }) => {
      // What the SDK shows while it is unsure (it asks after documents that are gone) does not
      // count.
      if (!metadata.fromCache) hearing.hear(name, docs);
    });
  });
}
