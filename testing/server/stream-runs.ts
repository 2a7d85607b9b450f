import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Data, type DocumentStore, put } from '@datchain/functions/stores/document-store.ts';
import type { SharedValues } from '@datchain/functions/stores/live-database.ts';
import { memoryStore } from '@datchain/functions/stores/memory-store.ts';
import { alwaysLate, retryOnConflict } from '@datchain/functions/stores/retry-on-conflict.ts';
import {
  importFiles,
  type RunOutcome,
  type Said,
} from '@datchain/functions/streams/import-files.ts';
import type { Publishing } from '@datchain/functions/streams/publish.ts';
import { readMonthRecord } from '@datchain/shared/contracts/documents/month-record.ts';
import { docs, live as paths } from '@datchain/shared/contracts/paths.ts';
import { emptyMonthRecord } from '@datchain/shared/domain/streams/month-record.ts';
import type { Platform } from '@datchain/shared/domain/streams/platforms.ts';
import { type Day, monthOf } from '@datchain/shared/domain/time.ts';

export const sampleTime = Date.parse('2026-08-20T12:00:00Z');

export const aDat = (id: string, more: Data = {}): Data => ({
  id,
  contentId: `content-${id}`,
  SongName: `Song ${id}`,
  ArtistName: 'Ada Okonjo',
  ...more,
});

export interface SampleFile {
  readonly name: string;
  readonly content: string | Buffer;
  readonly said?: Partial<Said>;
}

export const aFile = (
  name: string,
  lines: readonly string[],
  said?: Partial<Said>,
): SampleFile => ({
  name,
  content: `${lines.join('\n')}\n`,
  ...(said ? { said } : {}),
});

interface DayFigure {
  readonly datId: string;
  readonly platform: Platform;
  readonly day: Day;
  readonly streams: number;
}

/** Sets a day on a work's month record, like a report; the figure is published, and not shared. */
export async function putInMonthRecord(
  store: DocumentStore,
  { datId, platform, day, streams }: DayFigure,
): Promise<void> {
  const path = docs.monthRecord(datId, platform, monthOf(day));
  const claim = { streams, said: [], lines: 0 };
  const cell = { whole: [{ ...claim, complete: true, final: true }] };
  await retryOnConflict(alwaysLate(path), async () => {
    const stored = (await store.read([path])).get(path);
    const before = stored ? readMonthRecord(stored.data) : emptyMonthRecord(platform, monthOf(day));
    const days = { own_csv: { ...before.days.own_csv, [day]: cell } };
    const data = { ...before, days, datId, published: true, shared: false };
    return store.write(put(path, data, stored));
  });
}

export function sampleFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'stream-samples-'));
  return {
    write(name: string, content: string | Buffer): string {
      const path = join(mkdtempSync(join(folder, 'file-')), name);
      writeFileSync(path, content);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const memoryValues = (values: Map<string, unknown>): SharedValues => ({
  readVersioned: async (path) => ({
    value: structuredClone(values.get(path) ?? null),
    version: JSON.stringify(values.get(path) ?? null),
  }),
  replace: async (path, value, version) => {
    if (JSON.stringify(values.get(path) ?? null) !== version) return 'conflict';
    values.set(path, structuredClone(value));
    return 'written';
  },
});

export async function memoryWorld(dats: readonly Data[], identifiers: Record<string, Data> = {}) {
  const store = memoryStore();
  const values = new Map<string, unknown>();
  const folder = sampleFolder();
  const addDats = async (assets: readonly Data[], page: string) => {
    await store.write({ create: [{ path: `${docs.assetsSummaries}/${page}`, data: { assets } }] });
  };
  const changeRow = async (datId: string, change: Data) => {
    for (const [path, data] of store.all()) {
      const assets = (data.assets ?? []) as Data[];
      if (!path.startsWith(`${docs.assetsSummaries}/`) || !assets.some(({ id }) => id === datId)) {
        continue;
      }
      const version = (await store.read([path])).get(path)?.version;
      const next = assets.map((row) => (row.id === datId ? { ...row, ...change } : row));
      await store.write({ replace: [{ path, data: { ...data, assets: next }, version }] });
    }
  };
  await addDats(dats, 'main');
  for (const [datId, data] of Object.entries(identifiers)) {
    await store.write({ create: [{ path: docs.datIdentifiers(datId), data }] });
  }
  const live = memoryValues(values);
  const now = () => Date.parse('2026-12-01T00:00:00Z');
  const run = (
    paths: readonly string[],
    said: Partial<Said> = {},
    isDry = false,
    through: Publishing = { store, live },
  ) =>
    importFiles(paths, {
      ...through,
      now,
      said: { by: 'a test', madeAt: sampleTime, ...said },
      isDry,
    });
  return {
    store,
    addDats,
    changeRow,
    run,
    now,
    live,
    import: ({ name, content, said }: SampleFile, through?: Publishing): Promise<RunOutcome> =>
      run([folder.write(name, content)], said, false, through),
    remove: folder.remove,
    days(datId: string, platform: string): unknown {
      for (const [path, data] of store.all()) {
        const entry = data[datId] as Record<string, { dates: unknown }> | undefined;
        if (path.startsWith(`${docs.analyticsSummaries}/`) && entry) return entry[platform]?.dates;
      }
      return undefined;
    },
    ownStats: (datId: string) => values.get(paths.streamStats(datId)),
    months: (datId: string) => store.all().get(docs.streamMonths(datId)),
    queue: () =>
      [...store.all()].filter(([path]) => path.startsWith(`${docs.streamQueue}/`)).length,
    /**
     * Returns all shown or counted figures, without import records, and without names that only say
     * where to look for rows.
     */
    figures() {
      const kept = [...store.all()]
        .filter(
          ([path]) => !path.startsWith('streamImports/') && !path.startsWith('assetsSummary/'),
        )
        .map(([path, { creditedNames: _names, ...data }]) => [path, data] as const);
      return { documents: new Map(kept.sort(([a], [b]) => (a < b ? -1 : 1))), live: values };
    },
  };
}

export type MemoryWorld = Awaited<ReturnType<typeof memoryWorld>>;
