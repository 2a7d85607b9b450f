import { storeBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  type BlockGuard,
  type DatGuard,
  emptyUserGuard,
} from '@datchain/shared/domain/books/guards.ts';
import { emptyQueue } from '@datchain/shared/domain/books/queue.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { Door } from '../../../functions/journal/door.ts';
import type { Entry } from '../../../functions/journal/entry.ts';
import type { Data } from '../../../functions/stores/document-store.ts';
import { emulatorGround } from '../../../functions/testing/books/emulator-world.ts';

const EDITIONS = 20;
const BLOCKS = 20;
const WALLET_FACE_MICROS = 500_000_000;

type Documents = { path: string; data: Data }[];
const data = (value: object): Data => value as Data;

/** Tokens, earnings that are old enough to be paid out, and a spend that is worth a reward. */
const userDocuments = (uid: string, now: number): Documents => [
  {
    path: docs.userGuard(uid),
    data: data({
      ...emptyUserGuard(uid),
      lots: [{ blockId: '50', priceCents: 50, qty: 1_000, faceMicros: WALLET_FACE_MICROS }],
      spendCents: 100_000,
      earnedDays: [
        { date: utcDay(now - 30 * DAY_MILLIS), totalMicros: 900_000_000, spentMicros: 0 },
      ],
    }),
  },
  { path: docs.user(uid), data: { id: uid } },
];

const block = (n: number): BlockGuard => ({
  id: `${40 + n}`,
  priceCents: 40 + n,
  platformQty: 1_000_000_000,
  platformReserved: 0,
  queue: emptyQueue(),
});

/**
 * A market of so many users and DATS in a Firestore project of its own: the emulator keeps projects
 * apart, so markets of different sizes can be measured in turns.
 */
export function benchMarket(size: number) {
  const { store, setDocuments, close } = emulatorGround(`demo-bench-${size}`);
  const now = Date.now();
  const uid = (n: number) => `u${n % size}`;

  /** A DAT of 20 editions: all with their creator, or all sold to fans, each from the one before. */
  const dat = (n: number, isSold: boolean): DatGuard => ({
    id: `d${n % size}`,
    creatorUid: uid(n),
    editions: Array.from({ length: EDITIONS }, (_, at) => ({
      number: at + 1,
      ownerUid: isSold ? uid(n + at + 1) : uid(n),
      priceCents: 1_000,
      askPriceCents: isSold ? null : 1_000,
      sharePpm: 25_000,
      version: isSold ? 2 : 1,
      wasSold: isSold,
      owners: [{ uid: isSold ? uid(n + at + 1) : uid(n), since: now - 90 * DAY_MILLIS }],
    })),
  });

  const datDocument = (guard: DatGuard) => ({ path: docs.datGuard(guard.id), data: data(guard) });

  return {
    size,
    now,
    uid,
    dat,
    read: async (path: string) => (await store.read([path])).get(path)?.data,
    /** Users, DATS and blocks. */
    fill: () =>
      setDocuments([
        ...Array.from({ length: size }, (_, n) => userDocuments(uid(n), now)).flat(),
        ...Array.from({ length: size }, (_, n) => datDocument(dat(n, false))),
        ...Array.from({ length: BLOCKS }, (_, n) => {
          const guard = block(n);
          return { path: docs.blockGuard(guard.id), data: storeBlockGuard(guard) };
        }),
        {
          path: docs.supplyGuard,
          data: { issued: 0, circulating: 100_000, poolMicros: 1_000_000_000_000 },
        },
        { path: docs.books, data: { backingMicros: 0, platformMicros: 0, utilitySoldCents: 0 } },
      ]),
    /** Some users and DATS as they were, or the DATS sold out. */
    reset: (subjects: readonly number[], isSold: boolean) =>
      setDocuments([
        ...subjects.flatMap((n) => userDocuments(uid(n), now)),
        ...subjects.map((n) => datDocument(dat(n, isSold))),
      ]),
    blockOf: (n: number) => `${40 + (n % BLOCKS)}`,
    /** A server's door, with as many callers as a busy moment has. */
    openDoor() {
      const door = new Door(store, { now: () => Date.now() });
      return <Result>(entry: Entry<Result>) => door.commit(entry);
    },
    close,
  };
}

export type BenchMarket = ReturnType<typeof benchMarket>;
