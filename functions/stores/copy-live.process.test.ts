import { readFileSync } from 'node:fs';
import {
  type DatabaseServer,
  startDatabase,
} from '@datchain/firebase-emulators/database/server.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { FigureGathering } from '@datchain/shared/contracts/stream-figures.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CopyFile } from './copy-file.ts';
import { copiedValues, copyAllLive } from './copy-live.ts';

const aDay = { daily: { '2026-11-19': 1 } };
const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `dat-${at}`);

const calendar = buildCalendar('2026-11-20');
const rules = readFileSync(new URL('../../rules/database.rules.json', import.meta.url), 'utf8');
let database: DatabaseServer;
const databaseURL = () => `${database.url}?ns=demo-dats-default-rtdb`;

beforeAll(async () => {
  database = await startDatabase({ port: 0, projectId: 'demo-dats', rules });
});
afterAll(() => database.close());

async function put(path: string, value: unknown): Promise<void> {
  const response = await fetch(`${database.url}/${path}.json?ns=demo-dats-default-rtdb`, {
    method: 'PUT',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify(value),
  });
  expect(response.status).toBe(200);
}

async function gather(gathering: FigureGathering): Promise<void> {
  const copy = new CopyFile(':memory:', 'a test');
  await copyAllLive({ databaseURL: databaseURL() }, copy, undefined);
  for (const { id, value } of copiedValues(copy, live.allStreamStats)) {
    gathering.addOwnStats({ [id]: value });
  }
  for (const { id, value } of copiedValues(copy, live.allEarnings)) {
    gathering.addEarnings({ [id]: value });
  }
  copy.close();
}

test.each([
  ['none', {}],
  ['one page exactly', Object.fromEntries(ids(300).map((id) => [id, aDay]))],
  ['several pages', Object.fromEntries(ids(901).map((id) => [id, aDay]))],
  ['ids that are numbers', Object.fromEntries([...Array(620).keys()].map((id) => [id * 7, aDay]))],
  ['dense numbers', Object.fromEntries([...Array(700).keys()].map((id) => [id, aDay]))],
])(
  'every work’s own stats are read, page by page and without credentials: %s',
  async (_, stats) => {
    await put('streamStats', stats);
    const gathering = new FigureGathering(calendar);
    await gather(gathering);
    const { byDat, badRows } = gathering.figures();
    expect(Object.keys(byDat).sort()).toEqual(Object.keys(stats).sort());
    expect(badRows).toEqual([]);
  },
);

test('[R-ANA-06] a work’s platforms are combined from the summaries and its own stats, as numbers or as objects', () => {
  const gathering = new FigureGathering(calendar);
  gathering.addOwnStats({ one: { daily: { '2026-11-19': 4 }, totalEarnings: 9 } });
  gathering.addSummary('summary_1', {
    one: {
      spotify: { dates: { '2026-11-18': 10, '2026-11-19': { streams: '20', downloads: 2 } } },
      apple_music: { dates: {} },
    },
  });
  const { one } = gathering.figures().byDat;
  expect(one?.totalStreams).toBe(34);
  expect(one?.earningsUsd).toBe(9);
  expect(one?.bookedUsd).toBeUndefined();
  expect(one?.platforms.spotify?.series.week?.streams.slice(-2)).toEqual([10, 20]);
  expect(one?.platforms.spotify?.series.week?.downloads?.slice(-2)).toEqual([null, 2]);
  expect(Object.keys(one?.platforms ?? {})).toEqual(['spotify', 'spndat']);
});

test('[N-EXP-04] stream earnings are the total minus the sales', async () => {
  await put('earnings', {
    'dat-0': { totalEarnings: 1_789.621, sales: { totalEarnings: 1_000 } },
    'dat-1': { totalEarnings: 80, sales: { totalEarnings: 80 } },
  });
  const gathering = new FigureGathering(calendar);
  const dates = { '2026-11-19': 5 };
  const summary = Object.fromEntries(ids(3).map((id) => [id, { spotify: { dates } }]));
  gathering.addSummary('summary_1', summary);
  await gather(gathering);
  const { byDat } = gathering.figures();
  expect(byDat['dat-0']).toMatchObject({ bookedUsd: 789.621, earningsUsd: 789.621 });
  for (const id of ['dat-1', 'dat-2']) expect(byDat[id]).not.toHaveProperty('bookedUsd');
});

test('unreadable values are left out and reported; the others are copied', () => {
  const gathering = new FigureGathering(calendar);
  gathering.addSummary('summary_2', {
    one: {
      spotify: {
        dates: { '2026-11-18': 'n/a', yesterday: 3, '2026-11-19': 5, '2026-11-17': null },
      },
      amazon_music: 'none',
    },
    two: 7,
  });
  gathering.addOwnStats({
    one: { daily: { '2026-02-30': 1 }, weekly: { '2026-W54': 1 } },
    3: null,
  });
  const { byDat, badRows } = gathering.figures();
  expect(byDat.one?.totalStreams).toBe(5);
  expect(Object.keys(byDat)).toEqual(['one']);
  expect(badRows.map(({ row }) => row)).toEqual([
    'analyticsSummaries/summary_2.one.spotify.dates.2026-11-18',
    'analyticsSummaries/summary_2.one.spotify.dates.yesterday',
    'analyticsSummaries/summary_2.one.amazon_music',
    'analyticsSummaries/summary_2.two',
    'streamStats/one.daily.2026-02-30',
    'streamStats/one.weekly.2026-W54',
  ]);
});

test('a work that stands in two summaries keeps the figures of the first', () => {
  const gathering = new FigureGathering(calendar);
  const entry = (streams: number) => ({ one: { spotify: { dates: { '2026-11-19': streams } } } });
  gathering.addSummary('summary_1', entry(1));
  gathering.addSummary('summary_2', entry(2));
  expect(gathering.figures().byDat.one?.totalStreams).toBe(1);
});
