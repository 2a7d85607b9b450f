import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tellRun } from '../../scripts/import-streams/tell.ts';
import { aDat, aFile, type MemoryWorld, memoryWorld, sampleTime } from '../testing/stream-runs.ts';

let world: MemoryWorld;
beforeEach(async () => {
  world = await memoryWorld([aDat('one'), aDat('two')]);
});
afterEach(() => world.remove());

const timeline = (counts: readonly number[], said = {}) =>
  aFile('t.csv', ['date,streams', ...counts.map((count, at) => `2026-08-0${at + 1},${count}`)], {
    platform: 'spotify',
    ...said,
  });
/** Beyond the last row, which is held back. */
const mistaken = timeline([7, 8, 9, 1]);

describe('[N-INP-03] a file that was taken by mistake', () => {
  test('for a wrong song is told, taken back, and counts for the right one alone', async () => {
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

  test.each([
    // A person corrected when the mistaken one was made: it is still one file.
    ['before', -1, [0, 2]],
    ['after', 1, [0]],
  ])('leaves what another report said %s it', async (_when, later, times) => {
    const own = { platform: 'spotify', dat: 'one' } as const;
    const another = timeline([7, 5, 5, 5], { ...own, madeAt: sampleTime + later });
    await world.import(another);
    for (const time of times) {
      await world.import({ ...mistaken, said: { ...own, madeAt: sampleTime + time } });
    }
    expect(world.days('one', 'spotify')).toMatchObject({ '2026-08-01': 7 });
    await world.import({ ...mistaken, said: { takeBack: true } });
    expect(world.days('one', 'spotify')).toEqual({
      '2026-08-01': 7,
      '2026-08-02': 5,
      '2026-08-03': 5,
    });
  });

  test('no longer waits, in days or months, and other rows wait on', async () => {
    const header = 'date,platform,streams,title,artist';
    const row = (title: string) => `2026-08-01,spotify,3,${title},Nobody`;
    const file = aFile('a.csv', [header, row('Not ours'), row('Song')]);
    await world.import(file);
    await world.import(aFile('b.csv', [header, row('Song')], { madeAt: sampleTime + 1 }));
    const dry = world.figures();
    await world.import(
      { ...file, said: { takeBack: true } },
      {
        ...world,
        store: { ...world.store, write: async () => 'written' },
      },
    );
    expect(world.figures()).toEqual(dry);
    const { files } = await world.import({ ...file, said: { takeBack: true } });
    expect(files).toMatchObject([{ kind: 'taken back', waiting: 1 }]);
    expect(world.queue()).toBe(1);
  });

  test('is completed by running it again where it was killed', async () => {
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

  test('is refused when it was never taken', async () => {
    await expect(world.import({ ...mistaken, said: { takeBack: true } })).rejects.toThrow(
      't.csv was never taken: there is nothing to take back.',
    );
  });
});
