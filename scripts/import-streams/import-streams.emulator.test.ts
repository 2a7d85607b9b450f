import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { liveDatabase } from '@datchain/functions/stores/live-database.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { runOften, runScript } from '@datchain/testing/server/run-script.ts';
import { aDat, sampleFolder } from '@datchain/testing/server/stream-runs.ts';
import { aZip } from '@datchain/testing/server/zip.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = randomUUID().slice(0, 8);
const folder = sampleFolder();
const page = firestore().doc(`${docs.assetsSummaries}/streams-${run}`);
const artist = `Artist ${run}`;

/** ISRCs and ids unique to this run, because other tests share the database. */
const serial = String(Number.parseInt(run, 16) % 10_000).padStart(4, '0');
const isrcOf = (number: number): string =>
  `QZ${run.slice(0, 3).toUpperCase()}${serial}${String(number).padStart(3, '0')}`;
const idOf = (number: number): string => `stream-${run}-${number}`;

const dats = Array.from({ length: 30 }, (_, number) =>
  aDat(idOf(number), { SongName: `Song ${number}`, ArtistName: artist }),
);

beforeAll(async () => {
  await page.set({ assets: dats });
  for (const number of dats.keys()) {
    await firestore()
      .doc(docs.datIdentifiers(idOf(number)))
      .set({ isrcs: [isrcOf(number)] });
  }
});

afterAll(async () => {
  await page.delete();
  folder.remove();
});

const parametersOf = (parameters: readonly string[]) => ['--by', 'a test', ...parameters];
const importing = (...parameters: string[]) => runOften('import-streams', parametersOf(parameters));

async function daysOf(number: number, platform: string): Promise<unknown> {
  const { docs: summaries } = await firestore().collection(docs.analyticsSummaries).get();
  const entries = summaries.flatMap((summary) => summary.data()[idOf(number)] ?? []);
  expect(entries.length).toBeLessThan(2);
  return entries[0]?.[platform]?.dates;
}

const header = 'date,platform,streams,isrc,title,artist';

// Each import runs in its own process, and a busy machine starts only a few at a time.
describe('importing reports of streams from the command line', { timeout: 180_000 }, () => {
  test('[R-DB-07] [R-ANA-06] an import fills the analytics summary and the stream stats, once', async () => {
    const earnings = `${live.streamStats(idOf(0))}/totalEarnings`;
    await liveDatabase().patch({ [earnings]: 12.5 });
    const file = folder.write(
      'own.csv',
      [
        header,
        `2026-08-01,spotify,10,${isrcOf(0)},,`,
        `2026-08-01,spndat,4,${isrcOf(0)},,`,
        `2026-08-02,spndat,5,${isrcOf(0)},,`,
        `2026-08-01,apple,7,,song 1,${artist.toUpperCase()}`,
        '2026-08-01,spotify,1,,Nobody knows,Nobody',
      ].join('\n'),
    );
    const dry = await importing('--dry-run', file);
    expect(dry).toMatchObject({ code: 0, output: expect.stringContaining('nothing was written') });
    expect(await daysOf(0, 'spotify')).toBeUndefined();

    const { code, output } = await runScript('import-streams', parametersOf([file]));
    expect(output).toContain('Daily report, 2026-08-01 to 2026-08-02');
    expect(output).toContain('5 rows: 4 taken, 1 waiting, 0 refused.');
    expect(output).toContain('Nobody knows / Nobody');
    expect(code).toBe(0);
    expect(await daysOf(0, 'spotify')).toEqual({ '2026-08-01': 10 });
    expect(await daysOf(1, 'apple_music')).toEqual({ '2026-08-01': 7 });
    expect(await liveDatabase().read(live.streamStats(idOf(0)))).toEqual({
      daily: { '2026-08-01': 4, '2026-08-02': 5 },
      weekly: { '2026-W31': 9 },
      monthly: { '2026-08': 9 },
      totalEarnings: 12.5,
    });
    expect((await importing(file)).output).toContain('taken before. Nothing to do.');
    expect(await daysOf(0, 'spotify')).toEqual({ '2026-08-01': 10 });
  });

  test('an import says why it refuses a report, and ends with 1', async () => {
    const file = folder.write(
      'audience.csv',
      'date,listeners,streams,followers\n2026-08-01,1,2,3\n',
    );
    const { code, output } = await importing(file);
    expect(output).toContain('refused (Spotify for Artists audience timeline)');
    expect(code).toBe(1);
    const wrong = await importing('--dat', 'no-such-dat', file);
    expect(wrong).toMatchObject({ code: 1, output: 'There is no DAT with the id no-such-dat.\n' });
    const both = await importing('--take-back', '--dat', idOf(0), file);
    const sentence = '--take-back takes back all of a file: it goes without --dat.\n';
    expect(both).toMatchObject({ code: 1, output: sentence });
    expect((await importing('--help')).output).toContain('--dry-run');
  });

  test('[N-INP-03] [N-INP-04] [N-INP-05] rows that resemble a song are credited once a person runs the printed command', async () => {
    const isrc = isrcOf(901);
    const spelt = (title: string) => `,${title},${artist}`;
    const file = folder.write(
      'alike.csv',
      [
        header,
        `2026-08-04,spotify,40,${spelt('Song 4!')}`,
        `2026-08-04,spotify,50,${isrc},Song 5 (Remastered),${artist}`,
        `2026-08-05,spotify,1,${spelt('Song 6')}`,
        `2026-08-05,spotify,1,${spelt('SONG 6')}`,
      ].join('\n'),
    );
    const { code, output } = await importing(file);
    expect(output).toContain('4 rows: 0 taken, 2 waiting, 2 refused.');
    expect(output).toMatch(/2 × more than one row is about Song 6 .*\(lines 4–5\)/);
    expect(code).toBe(0);
    expect(await daysOf(5, 'spotify')).toBeUndefined();
    const commands = [...output.matchAll(/--link '(.+)'$/gm)].map(([, link = '']) => link);
    const [title, byIsrc] = [`song 4!|`, `isrc:${isrc}=`].map((start) =>
      commands.find((link) => link.includes(start)),
    );
    const linked = await importing('--link', title ?? '', '--link', byIsrc ?? '');
    expect(linked.output).toContain(`${idOf(4)}: 1 figure`);
    expect(await daysOf(4, 'spotify')).toEqual({ '2026-08-04': 40 });
    expect(await daysOf(5, 'spotify')).toEqual({ '2026-08-04': 50 });
    const stored = await firestore()
      .doc(docs.datIdentifiers(idOf(5)))
      .get();
    expect(stored.data()).toMatchObject({ isrcs: [isrcOf(5), isrc] });

    const undone = await importing('--unlink', title ?? '');
    expect(undone.output).toContain(`is no longer ${idOf(4)}'s: 1 figure taken back.`);
    expect(await daysOf(4, 'spotify')).toEqual({ '2026-08-04': 0 });
    const drop = ['--drop', (title ?? '').replace(/=[^=]*$/, '')];
    const unsaid = await importing(...drop);
    expect(unsaid).toMatchObject({ code: 1, output: '--drop needs a --reason.\n' });
    const dropped = await importing(...drop, '--reason', 'Not a song of ours');
    expect(dropped.output).toContain('Dropped: title:song 4!|');
    expect((await importing()).output).not.toContain('song 4!');
  });

  test('[N-INP-05] an import leaves out other files beside a report, and ends with 0', async () => {
    const text = `${header}\n2026-08-06,spotify,7,${isrcOf(7)},,\n`;
    const file = folder.write('reports.zip', aZip({ 'desktop.ini': 'noise', 'own.csv': text }));
    const { code, output } = await importing(file);
    expect(output).toContain('desktop.ini: left out, it is no report.');
    expect([code, await daysOf(7, 'spotify')]).toEqual([0, { '2026-08-06': 7 }]);
  });

  test('[N-INP-06] an import suggests --made-at when a file is older than its days', async () => {
    const text = `${header}\n2026-08-07,spotify,8,${isrcOf(8)},,\n`;
    const file = folder.write('old.csv', text);
    utimesSync(file, new Date('2020-01-01'), new Date('2020-01-01'));
    const refused = await importing(file);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('--made-at') });
    expect((await importing('--made-at', '2026-08-20', file)).code).toBe(0);
    expect(await daysOf(8, 'spotify')).toEqual({ '2026-08-07': 8 });
  });

  test('[R-DB-07] two imports of the same DATS at once lose no streams, including our own plays', async () => {
    const csv = (platform: string, ownDay: string) =>
      folder.write(
        `${platform}.csv`,
        [
          header,
          ...dats.flatMap((_, number) => [
            `2026-08-05,${platform},${number},${isrcOf(number)},,`,
            `${ownDay},spndat,${number + 1},${isrcOf(number)},,`,
          ]),
        ].join('\n'),
      );
    const both = await Promise.all([
      importing(csv('spotify', '2026-08-05')),
      importing(csv('amazon', '2026-08-06')),
    ]);
    expect(both.map(({ code, output }) => [code, code && output])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    for (const number of dats.keys()) {
      expect(await daysOf(number, 'spotify')).toMatchObject({ '2026-08-05': number });
      expect(await daysOf(number, 'amazon_music')).toMatchObject({ '2026-08-05': number });
      expect(await liveDatabase().read(live.streamStats(idOf(number)))).toMatchObject({
        daily: { '2026-08-05': number + 1, '2026-08-06': number + 1 },
        weekly: { '2026-W32': 2 * (number + 1) },
      });
    }
  });
});
