import {
  aDat,
  aFile,
  type MemoryWorld,
  memoryWorld,
  sampleFolder,
  sampleTime,
} from '@datchain/testing/server/stream-runs.ts';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tellRun } from '../../scripts/import-streams/tell.ts';

const folder = sampleFolder();
let world: MemoryWorld;
beforeEach(async () => {
  world = await memoryWorld([aDat('one'), aDat('two')]);
});
afterEach(() => world.remove());
afterAll(folder.remove);

const timeline = (counts: readonly number[], said = {}) =>
  aFile('t.csv', ['date,streams', ...counts.map((count, at) => `2026-08-0${at + 1},${count}`)], {
    platform: 'spotify',
    ...said,
  });
const mistaken = timeline([7, 8, 9, 1]);

describe('[N-INP-03] taking back a report', () => {
  test('follows a warning that the same file was taken before with its days read in another way', async () => {
    const slashed = aFile('own.csv', [
      'date,platform,streams,title,artist',
      '3/5/2025,spotify,7,Song one,Ada Okonjo',
    ]);
    await world.import({ ...slashed, said: { slashDates: 'mdy' } });
    const again = await world.import({ ...slashed, said: { slashDates: 'dmy' } });
    expect(tellRun(again, false).join('\n')).toContain(
      'The same file was taken before with its days read as month/day, and counts for both.',
    );
  });

  test('names an earlier wrong song of a file, takes it back, and then counts the file for the right song alone', async () => {
    await world.import({ ...mistaken, said: { ...mistaken.said, dat: 'one' } });
    const right = { ...mistaken, said: { ...mistaken.said, dat: 'two' } };
    const warned = await world.import(right);
    expect(tellRun(warned, false).join('\n')).toContain(
      'The same file was taken before for dat:one · spotify, and counts for both.',
    );
    expect(world.days('one', 'spotify')).toEqual(world.days('two', 'spotify'));

    const undone = await world.import({ ...mistaken, said: { takeBack: true } });
    expect(undone.files).toMatchObject([
      {
        kind: 'taken back',
        figures: new Map([
          ['one', 4],
          ['two', 4],
        ]),
      },
    ]);
    expect(tellRun(undone, false)).toContain('    one: 4 figures less');
    const none = { '2026-08-01': 0, '2026-08-02': 0, '2026-08-03': 0 };
    expect(world.days('one', 'spotify')).toEqual(none);
    expect(world.days('two', 'spotify')).toEqual(none);

    expect((await world.import(right)).files).toMatchObject([{ kind: 'taken', warnings: [] }]);
    expect(world.days('one', 'spotify')).toEqual(none);
    expect(world.days('two', 'spotify')).toMatchObject({ '2026-08-01': 7, '2026-08-03': 9 });
  });

  const own = { platform: 'spotify', dat: 'one' } as const;
  const at = (madeAt: number, counts: readonly number[]) =>
    timeline(counts, { ...own, madeAt: sampleTime + madeAt });
  const takeBack = (file: ReturnType<typeof at>) =>
    world.import({ ...file, said: { takeBack: true } });

  test.each([
    ['before', -1],
    ['after', 1],
    ['at the same time', 0],
  ])('leaves the figures that another report gave %s', async (_when, later) => {
    await world.import(at(later, [7, 5, 5, 5]));
    const file = at(0, [7, 8, 9, 1]);
    await world.import(file);
    await world.import({ ...file, said: { ...own, madeAt: sampleTime + 2 } });
    expect(world.days('one', 'spotify')).toMatchObject({ '2026-08-01': 7, '2026-08-02': 8 });
    await takeBack(file);
    expect(world.days('one', 'spotify')).toEqual({
      '2026-08-01': 7,
      '2026-08-02': 5,
      '2026-08-03': 5,
    });
  });

  test('takes back one of two files with equal bytes that only their names tell apart', async () => {
    const songs = (day: string, said = {}) =>
      aFile(`songs_123_${day}_${day}.csv`, ['Song,Plays', 'Song one,3'], {
        artist: 'Ada Okonjo',
        ...said,
      });
    const both = { '2026-08-03': 3, '2026-08-04': 3 };
    for (const day of Object.keys(both)) {
      expect((await world.import(songs(day))).files).toMatchObject([
        { kind: 'taken', warnings: [] },
      ]);
    }
    expect(world.days('one', 'apple_music')).toEqual(both);
    const takeBack = { takeBack: true };
    const unnamed = { ...songs('2026-08-04', takeBack), name: 'songs.csv' };
    expect((await world.import(unnamed)).files).toMatchObject([
      { kind: 'refused', reason: expect.stringMatching(/with --name\.$/) },
    ]);
    expect((await world.import(songs('2026-08-04', takeBack))).files).toMatchObject([
      { kind: 'taken back', figures: new Map([['one', 1]]) },
    ]);
    expect(world.days('one', 'apple_music')).toEqual({ ...both, '2026-08-04': 0 });
    expect((await world.import(songs('2026-08-03'))).files).toMatchObject([{ kind: 'known' }]);
  });

  test('removes its waiting rows, and rows of other reports keep waiting', async () => {
    const header = 'date,platform,streams,title,artist';
    const row = (title: string) => `2026-08-01,spotify,3,${title},Nobody`;
    const file = aFile('a.csv', [header, row('Not ours'), row('Song')]);
    await world.import(file);
    await world.import(aFile('b.csv', [header, row('Song')], { madeAt: sampleTime + 1 }));
    const dry = world.figures();
    const path = folder.write(file.name, file.content);
    const { files: tried } = await world.run([path], { takeBack: true }, true);
    expect(tried).toMatchObject([{ kind: 'taken back', waiting: 2 }]);
    expect(world.figures()).toEqual(dry);
    const { files } = await world.import({ ...file, said: { takeBack: true } });
    expect(files).toEqual(tried);
    expect(world.queue()).toBe(1);
  });

  test('takes back its rows even if they are credited to a work meanwhile', async () => {
    const header = 'date,platform,streams,isrc,title,artist';
    const file = aFile('a.csv', [header, '2026-08-01,spotify,9,QZNEW2600009,A,B']);
    await world.import(file);
    await world.changeRow('two', { recordingFacts: { isrc: 'QZNEW2600009' } });
    let isFirst = true;
    const busy = {
      ...world.store,
      list: async (...asked: Parameters<typeof world.store.list>) => {
        if (asked[0] === 'streamQueue' && isFirst) {
          isFirst = false;
          await world.run([]);
        }
        return world.store.list(...asked);
      },
    };
    await world.import({ ...file, said: { takeBack: true } }, { store: busy, live: world.live });
    expect([isFirst, world.queue()]).toEqual([false, 0]);
    expect(world.days('two', 'spotify')).toEqual({ '2026-08-01': 0 });
  });

  test('is completed by running it again after it was killed', async () => {
    await world.import({ ...mistaken, said: { ...mistaken.said, dat: 'one' } });
    await world.import({ ...mistaken, said: { ...mistaken.said, dat: 'two' } });
    let writes = 0;
    const dying = {
      ...world.store,
      write: (batch: Parameters<typeof world.store.write>[0]) => {
        writes += 1;
        if (writes === 2) throw new Error('killed');
        return world.store.write(batch);
      },
    };
    const undo = { ...mistaken, said: { takeBack: true } };
    await expect(world.import(undo, { store: dying, live: world.live })).rejects.toThrow('killed');
    await world.import(undo);
    expect(world.days('one', 'spotify')).toMatchObject({ '2026-08-01': 0 });
    expect(world.days('two', 'spotify')).toMatchObject({ '2026-08-01': 0 });
  });

  test("keeps names of Apple's Content report waiting as long as one report not taken back has them", async () => {
    const content = (date: string) =>
      aFile(`AppleMusic_Content_85012345_${date}_V1_2.txt`, [
        'Apple Identifier\tISRC\tTitle\tArtist',
        `2222222222\tQZABC2600009\tOf another shop, ${date}\tAda Okonjo`,
      ]);
    const takeBack = (date: string) => world.import({ ...content(date), said: { takeBack: true } });
    await world.import(content('20260702'));
    await world.import(content('20260703'));
    expect(world.queue()).toBe(1);
    await takeBack('20260702');
    expect(world.queue()).toBe(1);
    await takeBack('20260703');
    expect(world.queue()).toBe(0);
    await world.addDats([aDat('new', { recordingFacts: { isrc: 'QZABC2600009' } })], 'p1');
    const streams = aFile('AppleMusic_Streams_85012345_20260704_V1_2.txt', [
      'Datestamp\tIngest Datestamp\tApple Identifier\tStorefront Name\tTime Bucket\tSubscription Type\tStreams',
      '2026-07-01\t2026-07-02\t2222222222\tUS\t0\tIndividual\t3',
    ]);
    await world.import(streams);
    expect([world.queue(), world.days('new', 'apple_music')]).toEqual([1, undefined]);
  });

  test('refuses a file that was never taken, and takes back the others beside it', async () => {
    const day = (name: string, streams: string) =>
      aFile(name, [
        'date,platform,streams,title,artist',
        `2026-08-01,spotify,${streams},Song one,Ada Okonjo`,
      ]);
    const [good, bad, last] = [day('a.csv', '7'), day('b.csv', 'many'), day('c.csv', '8')];
    const paths = [good, bad, last].map(({ name, content }) => folder.write(name, content));
    await world.run(paths);
    const { files } = await world.run(paths, { takeBack: true });
    expect(files).toMatchObject([
      { kind: 'taken back' },
      { kind: 'refused', what: 'never taken', reason: 'There is nothing to take back.' },
      { kind: 'taken back' },
    ]);
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 0 });
  });

  test.each([1, 2])(
    'keeps a file from counting as taken if it is taken back while it is imported (write %i)',
    async (nth) => {
      const file = { ...mistaken, said: { ...mistaken.said, dat: 'one' } };
      let writes = 0;
      const busy = {
        ...world.store,
        write: async (batch: Parameters<typeof world.store.write>[0]) => {
          const outcome = await world.store.write(batch);
          writes += 1;
          if (writes === nth) await world.import({ ...file, said: { takeBack: true } });
          return outcome;
        },
      };
      const { files } = await world.import(file, { store: busy, live: world.live });
      expect(files).toMatchObject([
        { kind: 'refused', reason: expect.stringMatching(/^It was taken back while/) },
      ]);
      expect((await world.import(file)).files).toMatchObject([{ kind: 'taken' }]);
      expect(world.days('one', 'spotify')).toMatchObject({ '2026-08-01': 7, '2026-08-03': 9 });
    },
  );
});
