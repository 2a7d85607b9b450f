import { readAnalytics } from '@datchain/shared/contracts/documents/analytics.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { FigureGathering } from '@datchain/shared/contracts/stream-figures.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';
import { SUMMARY_DAYS } from '@datchain/shared/domain/streams/summary.ts';
import { addDays } from '@datchain/shared/domain/time.ts';
import { aDat, aFile, memoryWorld } from '@datchain/testing/server/stream-runs.ts';
import { expect, test } from 'vitest';

test('days published before any import stay, unless an import reports them', async () => {
  const world = await memoryWorld([aDat('one')]);
  try {
    const before = { spotify: { dates: { '2026-07-31': 3, '2026-08-01': 4 } }, other: 'kept' };
    const create = [{ path: docs.analyticsSummary, data: { one: before } }];
    await world.store.write({ create });
    await world.import(
      aFile('own.csv', ['date,platform,streams,content_id', '2026-08-01,spotify,9,content-one']),
    );
    expect(world.store.all().get(docs.analyticsSummary)).toEqual({
      one: {
        spotify: {
          dates: { '2026-07-31': 3, '2026-08-01': 9 },
          sources: ['own_csv'],
          reportedAt: expect.any(Number),
          waiting: { '2026-08': 9 },
        },
        apple_music: { dates: {} },
        amazon_music: { dates: {} },
        other: 'kept',
      },
    });
  } finally {
    world.remove();
  }
});

test('a total counts days too old for the summary, in whatever order reports arrive', async () => {
  const spotify = (first: string, days: number, plays: number) =>
    aFile(`${first}.csv`, [
      'date,platform,streams,content_id',
      ...Array.from(
        { length: days },
        (_, day) => `${addDays(first, day)},spotify,${plays},content-one`,
      ),
    ]);
  const first = spotify('2024-03-10', 60, 1);
  const middle = spotify('2025-01-01', 365, 10);
  const last = spotify('2026-01-01', 200, 100);
  const corrected = spotify('2024-03-10', 60, 2);
  for (const files of [
    [first, middle, last, corrected],
    [last, first, corrected, middle],
    [middle, last, middle, first, corrected],
  ]) {
    const world = await memoryWorld([aDat('one')]);
    try {
      for (const file of files) await world.import(file);
      const stored = world.store.all().get(docs.analyticsSummary) ?? {};
      const gathering = new FigureGathering(buildCalendar('2026-11-20'));
      gathering.addSummary('summary_1', stored);
      expect(gathering.figures().byDat.one?.totalStreams).toBe(60 * 2 + 365 * 10 + 200 * 100);
      expect(Object.keys(readAnalytics(stored.one).spotify)).toHaveLength(SUMMARY_DAYS);
    } finally {
      world.remove();
    }
  }
});
