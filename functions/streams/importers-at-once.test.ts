import { readAnalytics } from '@datchain/shared/contracts/documents/analytics.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { documentLimits } from '@datchain/shared/domain/document-size.ts';

import { addDays, DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import {
  inTurns,
  interleave,
  publicFigures,
  withoutPublishing,
} from '@datchain/testing/server/stream-races.ts';
import {
  aDat,
  aFile,
  type MemoryWorld,
  memoryWorld,
  type SampleFile,
  sampleTime,
} from '@datchain/testing/server/stream-runs.ts';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { DocumentStore } from '../stores/document-store.ts';
import { type Publishing, publishMonthRecords } from './publish.ts';

// Retries do not wait: the turns decide the order.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));

const ids = ['one', 'two', 'three'];

const days = (platform: string, plays: number, count = 1, datIds: readonly string[] = ['one']) =>
  aFile(`${platform}.csv`, [
    'date,platform,streams,content_id',
    ...datIds.flatMap((id) =>
      Array.from(
        { length: count },
        (_, day) => `${addDays('2025-09-01', day)},${platform},${plays + day},content-${id}`,
      ),
    ),
  ]);

const distributor = (plays: number) =>
  aFile(
    'report.tsv',
    [
      'Reporting Date|Sale Month|Store|Artist|Title|ISRC|Quantity|Song/Album|Earnings (USD)',
      `2026-08-25|2026-07|Spotify|Ada Okonjo|Song one||${plays}|Song|0`,
    ].map((line) => line.replaceAll('|', '\t')),
  );

const monthsOfPeriods = (plays: number): SampleFile =>
  aFile('songs.csv', ['Song,Artist,Plays', `Song one,Ada Okonjo,${plays}`], {
    artist: 'Ada Okonjo',
    name: 'songs_2026-07-01_2026-07-31.csv',
  });

const laterThan = (file: SampleFile): SampleFile => ({
  ...file,
  said: { ...file.said, madeAt: sampleTime + DAY_MILLIS },
});

interface Race {
  readonly name: string;
  readonly freeBytes?: number;
  readonly earlier?: readonly SampleFile[];
  readonly first: SampleFile;
  readonly second: SampleFile;
}

const races: Race[] = [
  {
    name: 'another platform of a DAT that no summary had',
    first: days('spotify', 10),
    second: days('apple_music', 20),
  },
  {
    name: 'another platform of a DAT that a summary has',
    earlier: [days('amazon_music', 5)],
    first: days('spotify', 10),
    second: days('apple_music', 20),
  },
  {
    name: 'a correction of the same day',
    first: days('spotify', 10),
    second: laterThan(days('spotify', 11)),
  },
  {
    name: 'so much of a DAT that it goes into another summary',
    freeBytes: 2_000,
    first: days('spotify', 10),
    second: days('apple_music', 20, 120),
  },
  {
    name: 'so much of a DAT that it moves to another summary',
    freeBytes: 2_000,
    earlier: [days('amazon_music', 5)],
    first: days('spotify', 10),
    second: days('apple_music', 20, 120),
  },
  {
    name: 'other DATS that take the room',
    freeBytes: 2_000,
    first: days('spotify', 10, 100),
    second: days('spotify', 20, 100, ['two', 'three']),
  },
  {
    name: 'other plays on our own player',
    earlier: [days('spndat', 1, 20)],
    first: aFile('a.csv', ['date,platform,streams,content_id', '2025-09-25,spndat,7,content-one']),
    second: aFile('b.csv', ['date,platform,streams,content_id', '2025-09-26,spndat,8,content-one']),
  },
  {
    name: 'a correction of a day on our own player',
    earlier: [days('spndat', 1, 20)],
    first: days('spndat', 30),
    second: laterThan(days('spndat', 31)),
  },
  {
    name: 'a period beside the month of a distributor',
    first: distributor(3),
    second: monthsOfPeriods(4),
  },
];

async function begun({ freeBytes, earlier = [], first }: Race): Promise<MemoryWorld> {
  const world = await memoryWorld(ids.map((id) => aDat(id)));
  if (freeBytes !== undefined) {
    const note = 'x'.repeat(documentLimits.bytes - freeBytes);
    await world.store.write({
      create: [{ path: docs.analyticsSummary, data: { other: { note } } }],
    });
  }
  for (const file of earlier) await world.import(file);
  await world.import(first, withoutPublishing(world));
  return world;
}

const unpublished = async ({ store }: MemoryWorld) =>
  (await store.list(docs.monthRecords, { limit: 10, where: { field: 'published', is: false } }))
    .length;

async function inSequence(race: Race) {
  const world = await begun(race);
  try {
    await world.run([]);
    await world.import(race.second);
    return publicFigures(world, ids);
  } finally {
    world.remove();
  }
}

class Died extends Error {}

async function raced(race: Race, at: number, diesAfter = Number.POSITIVE_INFINITY) {
  const world = await begun(race);
  let asked = 0;
  let hasDied = false;
  const turn = async (): Promise<void> => {
    asked += 1;
    if (asked - 1 === at) await world.import(race.second);
    if (asked - 1 >= at + diesAfter) {
      hasDied = true;
      throw new Died();
    }
  };
  try {
    await world.run([], {}, false, inTurns(world, turn)).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
    });
    if (hasDied) await world.run([]);
    expect(await unpublished(world)).toBe(0);
    return { seen: publicFigures(world, ids), wasThere: asked > at, hasDied };
  } finally {
    world.remove();
  }
}

describe('while one import is published', () => {
  test.each(races)(
    '[R-DB-07] nothing is lost if a second import brings $name, at whatever moment it runs',
    async (race) => {
      const expected = await inSequence(race);
      let at = 0;
      for (;;) {
        const { seen, wasThere } = await raced(race, at);
        if (!wasThere) break;
        expect(seen, `before request ${at}`).toEqual(expected);
        at += 1;
      }
      expect(at).toBeGreaterThan(5);
    },
  );

  test.each(races.filter(({ freeBytes }) => !freeBytes))(
    'the next import completes the figures if a second one brings $name and the first one dies',
    async (race) => {
      const expected = await inSequence(race);
      let deaths = 0;
      for (let at = 0, wasThere = true; wasThere; at++) {
        for (let diesAfter = 0, hasDied = true; hasDied; diesAfter++) {
          const outcome = await raced(race, at, diesAfter);
          ({ wasThere, hasDied } = outcome);
          if (!hasDied) break;
          expect(outcome.seen, `before request ${at}, dead ${diesAfter} later`).toEqual(expected);
          deaths += 1;
        }
      }
      expect(deaths).toBeGreaterThan(5);
    },
  );
});

describe('two importers, of which one read the summaries earlier', () => {
  const listingOne = (
    { store, live }: MemoryWorld,
    most: number,
    before: (listing: number) => Promise<unknown> = async () => {},
  ): Publishing => {
    let listing = 0;
    const list: DocumentStore['list'] = async (collection, { limit, ...more }) => {
      if (!more.where) return store.list(collection, { limit, ...more });
      listing += 1;
      await before(listing);
      return listing > most ? [] : store.list(collection, { limit: 1, ...more });
    };
    return { store: { ...store, list }, live };
  };

  test.each([
    { what: 'moves a DAT to', freeBytes: 1_000, datId: 'one', count: 90 },
    { what: 'puts a new DAT into', freeBytes: 700, datId: 'two', count: 31 },
  ])(
    '[R-DB-07] leave a DAT in one summary if the earlier one $what another',
    async ({ freeBytes, datId, count }) => {
      const world = await begun({
        name: '',
        freeBytes,
        first: days('spotify', 1),
        second: days('', 1),
      });
      await world.import(days('spotify', 1, count, [datId]), withoutPublishing(world));
      try {
        const another = async (listing: number) => {
          if (listing === 2) await publishMonthRecords(listingOne(world, 1), world.now);
        };
        await publishMonthRecords(listingOne(world, 10, another), world.now);
        const places = [...world.store.all().keys()].filter((path) =>
          path.startsWith(docs.analyticsSummaries),
        );
        expect(places).toHaveLength(2);
        const [shown] = publicFigures(world, [datId]);
        expect(Object.keys(readAnalytics(shown?.entry).spotify)).toHaveLength(count);
      } finally {
        world.remove();
      }
    },
  );
});

describe('figures that wait for their DAT and are moved by two imports at once', () => {
  const waiting = (day: string, plays: number) =>
    aFile('own.csv', [
      'date,platform,streams,isrc,title,artist',
      `${day},spotify,${plays},QZNEW2600009,New,Ada Okonjo`,
    ]);

  test.each([
    { what: 'the other one has moved them', more: [] },
    { what: 'the other one brings more', more: [waiting('2025-09-02', 6)] },
  ])('are credited once, and neither import fails, if $what', async ({ more }) => {
    for (let at = 0, wasThere = true; wasThere; at++) {
      const world = await memoryWorld([]);
      try {
        await world.import(waiting('2025-09-01', 5));
        await world.addDats([aDat('new', { SongName: 'New' })], 'p1');
        let asked = 0;
        const turn = async () => {
          asked += 1;
          if (asked - 1 !== at) return;
          for (const file of more) await world.import(file);
          if (more.length === 0) await world.run([]);
        };
        const { queue } = await world.run([], {}, false, inTurns(world, turn));
        wasThere = asked > at;
        expect(queue.waiting).toBe(0);
        expect(world.queue()).toBe(0);
        const added = wasThere && more.length > 0 ? { '2025-09-02': 6 } : {};
        expect(world.days('new', 'spotify')).toEqual({ '2025-09-01': 5, ...added });
      } finally {
        world.remove();
      }
    }
  });
});

const aReport = fc
  .record({
    platform: fc.constantFrom('spotify', 'apple_music', 'spndat'),
    plays: fc.nat(50),
    count: fc.constantFrom(1, 40, 90),
    datIds: fc.subarray(ids, { minLength: 1 }),
    madeAt: fc.nat(3).map((day) => sampleTime + day * DAY_MILLIS),
  })
  .map(({ platform, plays, count, datIds, madeAt }) => ({
    ...days(platform, plays, count, datIds),
    said: { madeAt },
  }));

test('each figure counts once, in whatever order three importers publish', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(aReport, aReport, aReport),
      fc.array(fc.nat(2), { minLength: 20, maxLength: 60 }),
      async ([first, second, third], choices) => {
        const race = { name: '', freeBytes: 9_000, first, second };
        const inTurn = await begun(race);
        const atOnce = await begun(race);
        try {
          for (const file of [second, third]) await inTurn.import(file);
          let chosen = 0;
          const choose = (howMany: number) => (choices[chosen++ % choices.length] ?? 0) % howMany;
          const publish = (turn: () => Promise<void>) =>
            publishMonthRecords(inTurns(atOnce, turn, 2), atOnce.now);
          const bringing = (file: SampleFile) => async (turn: () => Promise<void>) => {
            await turn();
            await atOnce.import(file, withoutPublishing(atOnce));
            await publish(turn);
          };
          await interleave([publish, bringing(second), bringing(third)], choose);
          expect(await unpublished(atOnce)).toBe(0);
          expect(publicFigures(atOnce, ids)).toEqual(publicFigures(inTurn, ids));
        } finally {
          inTurn.remove();
          atOnce.remove();
        }
      },
    ),
    tries(6, 200),
  );
});
