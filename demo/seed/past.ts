import { makeBooks, type Shows } from '@datchain/functions/journal/books.ts';
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
 * The product at moments of the past. A call with `at` sees a clock that stands at that moment, and writes
 * the entries it would have written then. Documents stay in memory while the story runs, because most change
 * hundreds of times. `write` then stores them and projects the screens once.
 */
export class Past {
  readonly #documents: MemoryStore = memoryStore();
  readonly #readers = pastReaders(this.#documents);
  readonly #touched = new Set<Touched>();
  readonly #live = new Map<string, unknown>();

  begin(documents: Documents): void {
    for (const { path, data } of documents) this.#documents.set(path, data);
  }

  at(moment: number): Services {
    const clock = { now: () => moment };
    const later: Shows = {
      project: async (touched) => {
        for (const one of touched) this.#touched.add(one);
      },
      projectEntry: async () => {},
    };
    const store = this.#documents;
    const books = makeBooks(new Door(store, clock), later);
    const live = { patch: async () => {}, read: async () => null };
    const own = { store, clock, books, releaseBooks: books, live };
    const { emails, ...readers } = this.#readers;
    const now = services();
    return { ...now, ...readers, ...own, authUsers: { ...now.authUsers, emails } };
  }

  readonly shared: SharedValues = {
    readVersioned: async (path) => ({ value: this.#live.get(path) ?? null, version: '' }),
    replace: async (path, value) => {
      this.#live.set(path, value);
      return 'written';
    },
  };

  async write(): Promise<{ documents: number; entries: number }> {
    const entryIds = [...this.#documents.all(`${docs.journal}/`).keys()].map((path) =>
      path.slice(docs.journal.length + 1),
    );
    await this.#readers.entries.markProjected(entryIds);
    // Past events send no e-mail.
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
    // This precedes the projector, which writes stream earnings into the same nodes (`totalEarnings`).
    await live.patch(Object.fromEntries(this.#live));
    await projector.projectWhole([...this.#touched], []);
    await showNewest(services());
  }
}
