import * as web from 'firebase/firestore';
import type {
  Firestore as AdminFirestore,
  Query as AdminQuery,
  QuerySnapshot as AdminSnapshot,
} from 'firebase-admin/firestore';
import { Chance } from '../../rules/testing/random.ts';
import { openAdmin, openWeb } from '../../testing/clients.ts';

/** Every snapshot of each query that one commit led to: `a=3` a document and its number. */
export type Told = Readonly<Record<string, readonly string[]>>;

type Changes = Readonly<Record<string, { readonly n: number; readonly tag: string } | null>>;

/** Commits of a few documents each: new ones, changed ones, deleted ones, some as they were. */
export const commits: readonly Changes[] = scripted(40);

function scripted(count: number): readonly Changes[] {
  const chance = new Chance(7);
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

/** The queries, in the words of either SDK. */
const names = ['all', 'above', 'tagged', 'lowest', 'highest', 'last', 'notX', 'from'] as const;
type Name = (typeof names)[number];

function adminQueries(firestore: AdminFirestore, path: string): Record<Name, AdminQuery> {
  const all = firestore.collection(path);
  return {
    all,
    above: all.where('n', '>', 3),
    tagged: all.where('tag', 'in', ['x', 'y']).orderBy('n', 'desc'),
    lowest: all.orderBy('low').limit(3),
    highest: all.orderBy('n', 'desc').limit(2),
    last: all.orderBy('n').limitToLast(2),
    notX: all.where('tag', '!=', 'z').orderBy('tag').limit(20),
    from: all.orderBy('n').startAfter(4),
  };
}

function webQueries(firestore: web.Firestore, path: string): Record<Name, web.Query> {
  const all = web.collection(firestore, path);
  return {
    all,
    above: web.query(all, web.where('n', '>', 3)),
    tagged: web.query(all, web.where('tag', 'in', ['x', 'y']), web.orderBy('n', 'desc')),
    lowest: web.query(all, web.orderBy('low'), web.limit(3)),
    highest: web.query(all, web.orderBy('n', 'desc'), web.limit(2)),
    last: web.query(all, web.orderBy('n'), web.limitToLast(2)),
    notX: web.query(all, web.where('tag', '!=', 'z'), web.orderBy('tag'), web.limit(20)),
    from: web.query(all, web.orderBy('n'), web.startAfter(4)),
  };
}

/** What the listeners of one SDK have been told since the last commit, and whether all of it is here. */
class Hearing {
  readonly #told = new Map<string, string[]>();
  #waiting: (() => void) | undefined;
  #at = 0;
  readonly #reached = new Map<string, number>();

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
    if (names.every((name) => this.#reached.get(name) === this.#at)) this.#waiting?.();
  }
}

/** What the listeners of an SDK are told of each commit, by the Firestore on a port. */
export async function snapshotsOf(sdk: 'admin' | 'web', port: number): Promise<readonly Told[]> {
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
  const hearing = new Hearing();
  const stops =
    sdk === 'admin' ? listenAdmin(admin, path, hearing) : listenWeb(port, path, hearing);
  const told = [await hearing.until(0)];
  for (const [at, changes] of commits.entries()) {
    const next = hearing.until(at + 1);
    await commit(changes, at + 1);
    told.push(await next);
  }
  for (const stop of stops) stop();
  return told;
}

function listenAdmin(firestore: AdminFirestore, path: string, hearing: Hearing) {
  return Object.entries(adminQueries(firestore, path)).map(([name, query]) =>
    query.onSnapshot((snapshot: AdminSnapshot) => hearing.hear(name, snapshot.docs)),
  );
}

function listenWeb(port: number, path: string, hearing: Hearing) {
  const firestore = openWeb({ port }, 'u');
  return Object.entries(webQueries(firestore, path)).map(([name, query]) =>
    web.onSnapshot(query, { includeMetadataChanges: true }, ({ docs, metadata }) => {
      // What the SDK shows while it is unsure (it asks after documents that are gone) does not count.
      if (!metadata.fromCache) hearing.hear(name, docs);
    }),
  );
}
