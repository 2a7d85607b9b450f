import { booksOf, type Shows } from '@datchain/functions/journal/books.ts';
import { Door } from '@datchain/functions/journal/door.ts';
import type { Touched } from '@datchain/functions/projector/projections.ts';
import { Projector } from '@datchain/functions/projector/projector.ts';
import { showNewest } from '@datchain/functions/releases/announce.ts';
import { type Services, services } from '@datchain/functions/services.ts';
import { setDocuments } from '@datchain/functions/stores/bulk.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import type { SharedValues } from '@datchain/functions/stores/live-database.ts';
import { type MemoryStore, memoryStore } from '@datchain/functions/stores/memory-store.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { pastReaders } from './past-readers.ts';

type Documents = Parameters<typeof setDocuments>[1];

/**
 * The product, at moments of the past. Whatever is called with `at` sees a clock that stands at that
 * moment and writes the same entries as it would have then. Documents are kept in memory until the
 * story is told, since most of them change hundreds of times; `write` puts them into the databases,
 * and then the screens are written, once.
 */
export class Past {
  readonly #documents: MemoryStore = memoryStore();
  readonly #readers = pastReaders(this.#documents);
  readonly #touched = new Set<Touched>();
  readonly #live = new Map<string, unknown>();

  /** What was there before anything happened. */
  begin(documents: Documents): void {
    for (const { path, data } of documents) this.#documents.set(path, data);
  }

  /** Everything the use cases work with, as of a moment. */
  at(moment: number): Services {
    const clock = { now: () => moment };
    const later: Shows = {
      project: async (touched) => {
        for (const one of touched) this.#touched.add(one);
      },
      projectEntry: async () => {},
    };
    const store = this.#documents;
    const books = booksOf(new Door(store, clock), later);
    const live = { patch: async () => {}, read: async () => null };
    const own = { store, clock, books, releaseBooks: books, live };
    const { emails, ...readers } = this.#readers;
    const now = services();
    return { ...now, ...readers, ...own, authUsers: { ...now.authUsers, emails } };
  }

  /** The values of the Realtime Database that importing streams reads and writes again. */
  readonly shared: SharedValues = {
    readVersioned: async (path) => ({ value: this.#live.get(path) ?? null, version: '' }),
    replace: async (path, value) => {
      this.#live.set(path, value);
      return 'written';
    },
  };

  /** Puts everything into the databases, and has the screens show it. */
  async write(): Promise<{ documents: number; entries: number }> {
    const entryIds = [...this.#documents.all(`${docs.journal}/`).keys()].map((path) =>
      path.slice(docs.journal.length + 1),
    );
    await this.#readers.entries.markProjected(entryIds);
    // Of what is past no one gets an e-mail now.
    const documents = [...this.#documents.all()]
      .filter(([path]) => !path.startsWith(`${docs.mails}/`))
      .map(([path, data]) => ({ path, data }));
    await setDocuments(firestore(), documents);
    await this.#show();
    return { documents: documents.length, entries: entryIds.length };
  }

  async #show(): Promise<void> {
    const { store, live, summaries, entries, datEvents } = services();
    const write = (some: Documents) => setDocuments(firestore(), some);
    const screens = { live, summaries, setDocuments: write };
    const projector = new Projector(store, screens, { entries, datEvents }, 0);
    // Before the projector: it writes what streams earned into the same nodes (`totalEarnings`).
    await live.patch(Object.fromEntries(this.#live));
    await projector.projectWhole([...this.#touched], []);
    await showNewest(services());
  }
}
