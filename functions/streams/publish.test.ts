import { docs } from '@datchain/shared/contracts/paths.ts';
import { addDays } from '@datchain/shared/domain/streams/days.ts';
import { fitsSummary, sizeOf } from '@datchain/shared/domain/streams/summary.ts';
import { expect, test } from 'vitest';
import { aDat, aFile, memoryWorld } from '../testing/stream-runs.ts';

const ids = Array.from({ length: 10 }, (_, number) => `dat-${number}`);

test('a full summary document spills into the next one, and every DAT is in exactly one', async () => {
  const world = await memoryWorld(ids.map((id) => aDat(id)));
  try {
    for (const platform of ['spotify', 'apple_music', 'amazon_music']) {
      const lines = ids.flatMap((id) =>
        Array.from(
          { length: 366 },
          (_, day) => `${addDays('2025-08-01', day)},${platform},${day},1,content-${id}`,
        ),
      );
      await world.import(
        aFile(`${platform}.csv`, ['date,platform,streams,downloads,content_id', ...lines]),
      );
    }
    const summaries = [...world.store.all()].filter(([path]) =>
      path.startsWith(`${docs.analyticsSummaries}/`),
    );
    expect(summaries.map(([path]) => path).sort()).toEqual([
      'analyticsSummaries/summary_1',
      'analyticsSummaries/summary_2',
    ]);
    for (const [, data] of summaries) expect(fitsSummary(sizeOf(data))).toBe(true);
    expect(summaries.flatMap(([, data]) => Object.keys(data)).sort()).toEqual(ids);
    for (const id of ids) {
      for (const platform of ['spotify', 'apple_music', 'amazon_music']) {
        expect(Object.keys(world.days(id, platform) as object)).toHaveLength(366);
      }
    }
  } finally {
    world.remove();
  }
}, 60_000);

test('what was published before any report was imported stays, day by day', async () => {
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
