import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delimiter } from '@datchain/shared/domain/streams/headers.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import {
  aDat,
  aFile,
  type MemoryWorld,
  memoryWorld,
} from '@datchain/testing/server/stream-runs.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tellRun } from '../../scripts/import-streams/tell.ts';
import { readTableRows } from './lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string, columns: readonly string[], delimiter: Delimiter) {
  const path = join(folder, 'table');
  writeFileSync(path, text);
  const table = {
    path,
    encoding: 'utf-8',
    delimiter,
    columns,
    linesBefore: 1,
    hasQuotes: true,
  } as const;
  const rows: [line: number, cells: string[]][] = [];
  for await (const { number, cell } of readTableRows(table)) rows.push([number, columns.map(cell)]);
  return rows;
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);

describe('a table', () => {
  const delimiters = fc.constantFrom<Delimiter>(',', ';', '\t');
  const cells = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'é', 'パ', '"', ',', ';', '\t', ' ', "'", '1', '👍') }),
    fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\ufeff]/g, '')),
  );

  test('[N-INP-05] [N-INP-06] is read as it was written, and as another CSV reader understands it', async () => {
    const tables = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.nat({ max: 40 }))
      .chain(([width, rows]) =>
        fc.record({
          delimiter: delimiters,
          end: fc.constantFrom('\n', '\r\n', '\r'),
          isEnded: fc.boolean(),
          areAllQuoted: fc.boolean(),
          table: fc.array(fc.array(cells, { minLength: width, maxLength: width }), {
            minLength: rows,
            maxLength: rows,
          }),
        }),
      );
    await fc.assert(
      fc.asyncProperty(tables, async ({ delimiter, end, isEnded, areAllQuoted, table }) => {
        const columns = numbered(table[0]?.length ?? 1);
        const written = (cell: string) =>
          areAllQuoted || cell.includes(delimiter) || cell.includes('"')
            ? `"${cell.replaceAll('"', '""')}"`
            : cell;
        const lines = [columns, ...table].map((row) => row.map(written).join(delimiter));
        const text = `${lines.join(end)}${isEnded ? end : ''}`;
        const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '');
        const filled = table.flatMap((row, at): [number, string[]][] =>
          isBlank(row) ? [] : [[at + 2, row]],
        );
        expect(await read(text, columns, delimiter)).toEqual(filled);
        const options = { delimiter, from_line: 2, record_delimiter: end, skip_empty_lines: true };
        const other: string[][] = parse(text, { ...options, relax_column_count: true });
        expect(other.filter((row) => !isBlank(row))).toEqual(filled.map(([, row]) => row));
      }),
      tries(),
    );
  });

  test('[N-INP-05] with a quote that is never closed is refused at its line, wherever that is', async () => {
    const places = fc
      .nat({ max: 30 })
      .chain((row) =>
        fc.tuple(
          fc.constant(row),
          fc.integer({ min: row + 1, max: 40 }),
          fc.nat({ max: 2 }),
          fc.constantFrom<Delimiter>(',', ';', '\t'),
        ),
      );
    await fc.assert(
      fc.asyncProperty(places, async ([broken, rows, column, delimiter]) => {
        const lines = Array.from({ length: rows }, (_, row) =>
          [0, 1, 2]
            .map((at) =>
              row === broken && at === column ? `"x${row}` : row % 3 ? `x${row}` : `"x${row}"`,
            )
            .join(delimiter),
        );
        const text = ['0', '1', '2'].join(delimiter);
        await expect(read([text, ...lines].join('\n'), numbered(3), delimiter)).rejects.toThrow(
          `Line ${broken + 2}: a quote opens in the column "${column}" and does not close`,
        );
      }),
      tries(),
    );
  });

  test('[N-INP-05] with a row of another width is refused at its line, wherever that is', async () => {
    const places = fc
      .nat({ max: 40 })
      .chain((row) =>
        fc.tuple(fc.constant(row), fc.integer({ min: row + 1, max: 50 }), fc.constantFrom(2, 4, 5)),
      );
    await fc.assert(
      fc.asyncProperty(places, async ([broken, rows, width]) => {
        // The last row of a file may be short only if Excel left out the ends of a whole block.
        fc.pre(width > 3 || rows > broken + 1 || (broken + 2) % 16 !== 1);
        const line = (count: number) => numbered(count).join(',');
        const lines = Array.from({ length: rows }, (_, row) => line(row === broken ? width : 3));
        await expect(read(`${[line(3), ...lines].join('\n')}\n`, numbered(3), ',')).rejects.toThrow(
          `Line ${broken + 2} has ${width} cells, and the header has 3 columns.`,
        );
      }),
      tries(),
    );
  });

  test('[N-INP-05] with a line break in a cell is refused', async () => {
    await expect(read('0,1\na,"b\nc"\nd,e\n', numbered(2), ',')).rejects.toThrow(
      'Line 2: a quote opens',
    );
  });

  test('[N-INP-06] without the empty ends of rows is read if Excel left them out', async () => {
    // Excel writes sixteen lines at a time, without separators behind the last cell that any of them has.
    const line = (row: number) => (row < 15 ? `${row},x,` : `${row},x`);
    const rows = (count: number) => numbered(count).map((row) => line(Number(row)));
    const text = ['0,1,2', ...rows(40), ''].join('\r\n');
    const read40 = await read(text, numbered(3), ',');
    expect(read40).toHaveLength(40);
    expect(read40.at(-1)).toEqual([41, ['39', 'x', '']]);
    // A file that was cut off has no line end after its last line.
    const cutOff = ['0,1,2', ...rows(15), '15,x'].join('\r\n');
    await expect(read(cutOff, numbered(3), ',')).rejects.toThrow('Line 17 has 2 cells');
    const mixed = text.replace('\r\n30,x\r\n', '\r\n30,x,\r\n');
    await expect(read(mixed, numbered(3), ',')).rejects.toThrow('Line 17 has 2 cells');
  });

  test('[N-INP-06] may have columns without a name at the end, with cells or without', async () => {
    const columns = ['a', 'b', '', ''];
    const text = 'a\tb\t\t\n1\t2\n3\t4\t\n5\t6\t\t\n7\t8\tnote\t\n';
    expect((await read(text, columns, '\t')).map(([line]) => line)).toEqual([2, 3, 4, 5]);
    await expect(read('a\tb\t\t\n1\n', columns, '\t')).rejects.toThrow('Line 2 has 1 cell,');
  });
});

describe('[N-INP-05] every row of a report is taken, waits or is refused with its line', () => {
  let world: MemoryWorld;
  beforeEach(async () => {
    world = await memoryWorld([
      aDat('one', { SongName: 'Song One', recordingFacts: { isrc: 'QZABC2600001' } }),
      aDat('two', { SongName: 'Song Two' }),
    ]);
  });
  afterEach(() => world.remove());

  const names = fc.constantFrom(
    ',QZABC2600001,,',
    'content-two,,,',
    ',,Song One,Ada Okonjo',
    ',,SONG TWO,Ada Okonjo',
    ',,Song Tow,Ada Okonjo',
    'x,,Song One,Ada Okonjo',
    'x,,Song Two,Ada Okonjo',
    'N/A,,,',
    ',,,',
    ',QZNEW2600001,Song Two,Ada Okonjo',
    ',QZNEW2600001,,',
    '0,-,Unknown,N/A',
  );
  const own = fc.record({
    names,
    day: fc.constantFrom('2026-08-01', '2026-08-02', '2026-08-03', '2026-08-04', '8/1/2026'),
    platform: fc.constantFrom('spotify', 'spndat', 'apple', 'myspace'),
    streams: fc.constantFrom('7', '1,024', '12.0', '', '-1', '1.5'),
  });

  function expectSums(outcome: Awaited<ReturnType<MemoryWorld['import']>>, rowsInFile: number) {
    const [file] = outcome.files;
    if (file?.kind !== 'taken') return undefined;
    const { inFile, taken, waiting, refused } = file.rows;
    expect(inFile).toBe(rowsInFile);
    expect(taken + waiting + refused).toBe(inFile);
    const lines = file.refused.flatMap((reason) => [...reason.lines]);
    expect(new Set(lines).size).toBe(refused);
    expect(lines).toHaveLength(refused);
    const all = [...file.effects.waiting.values()];
    expect(all.reduce((sum, { rows }) => sum + rows, 0)).toBe(waiting);
    return file;
  }

  test('a row is refused naming the column that is missing beside its title', async () => {
    const rows = ['date,platform,streams,isrc,title,who', '2026-08-01,spotify,7,,Song Two,Ada'];
    const { files } = await world.import(aFile('own.csv', rows));
    const reason = expect.stringMatching(/^names no song: .*, as the file has no column "artist"$/);
    expect(files).toMatchObject([{ kind: 'refused', bad: [{ reason, lines: [2] }] }]);
  });

  test.each(['2028', '2029', '0085'])(
    'a row is not split by an id with U+%s, which ends lines in other programs',
    async (code) => {
      const sign = String.fromCharCode(Number.parseInt(code, 16));
      const line = (id: string) => `2026-08-01,spotify,5,${id}`;
      const lines = [line(`content${sign}x`), line('content-two')];
      const own = aFile('own.csv', ['date,platform,streams,content_id', ...lines]);
      expect(expectSums(await world.import(own), 2)?.rows).toMatchObject({ taken: 1, waiting: 1 });
    },
  );

  test.each([
    ['with a byte order mark', '\ufeff', 'Dorée', 'Song Two'],
    ['with other signs that are UTF-8', '', 'Dorée', 'Ａｄａ’ｓ'],
  ])(
    'a Latin-1 byte in a UTF-8 file %s refuses its row only if it stands in a name',
    async (_what, mark, latin, title) => {
      await world.changeRow('two', { SongName: title });
      const header = 'date,platform,streams,title,artist,note';
      const row = (day: number, title: string, note = '') =>
        `2026-08-0${day},spotify,${day},${title},Ada Okonjo,${note}`;
      const content = Buffer.concat([
        Buffer.from(`${mark}${header}\n${row(1, title)}\n`),
        Buffer.from(`${row(2, latin)}\n`, 'latin1'),
        Buffer.from(`${row(3, 'Song One', latin)}\n`, 'latin1'),
        Buffer.from(`${row(4, title)}\n`),
      ]);
      const file = expectSums(await world.import({ name: 'own.csv', content }), 4);
      expect(file).toMatchObject({
        rows: { taken: 3, waiting: 0, refused: 1 },
        refused: [
          { reason: expect.stringContaining('not UTF-8'), lines: [3], example: 'Dor\ufffde' },
        ],
        warnings: [],
      });
      expect(world.days('two', 'spotify')).toEqual({ '2026-08-01': 1, '2026-08-04': 4 });
      expect(world.days('one', 'spotify')).toEqual({ '2026-08-03': 3 });
    },
  );

  test('the rows of our own CSV add up, with good rows around them', async () => {
    const good = Array.from(
      { length: 60 },
      (_, at) =>
        `2026-0${5 + Math.floor(at / 28)}-${String((at % 28) + 1).padStart(2, '0')},spotify,1,,,Song Two,Ada Okonjo`,
    );
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(own, { maxLength: 12 }), fc.nat({ max: 60 }), async (rows, at) => {
        const lines = rows.map(({ day, platform, streams, names }) =>
          [day, platform, streams.includes(',') ? `"${streams}"` : streams, names].join(','),
        );
        const all = [...good.slice(0, at), ...lines, ...good.slice(at)];
        const header = 'date,platform,streams,content_id,isrc,title,artist';
        const outcome = await world.import(aFile('own.csv', [header, ...all]));
        const file = expectSums(outcome, all.length);
        if (file) taken += 1;
      }),
      tries(),
    );
    expect(taken).toBeGreaterThan(0);
  });

  test('the rows of a DistroKid report add up, and no play is lost', async () => {
    const rows = fc.array(
      fc.record({
        store: fc.constantFrom(
          'Spotify',
          'Spotify',
          'Apple Music',
          'iTunes',
          'Deezer',
          'Nowhere FM',
        ),
        song: fc.constantFrom(
          '|Song One|Ada Okonjo',
          'QZABC2600001|Song One|Ada Okonjo',
          '|Song Two|Ada Okonjo',
          'QZNEW2600001|Song Two|Ada Okonjo',
          'QZNEW2600002|Other|Bo',
          'QZNEW2600002||',
        ),
        quantity: fc.integer({ min: -20, max: 5_000 }),
        isSong: fc.boolean(),
      }),
      { minLength: 1, maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const fresh = await memoryWorld([
          aDat('one', { SongName: 'Song One', recordingFacts: { isrc: 'QZABC2600001' } }),
          aDat('two', { SongName: 'Song Two' }),
        ]);
        const lines = all.map(({ store, song, quantity, isSong }) =>
          [
            '2026-08-25',
            '2026-06',
            store,
            song,
            quantity.toLocaleString('en-US'),
            isSong ? 'Song' : 'Album',
            '0',
          ]
            .join('|')
            .split('|')
            .map((cell) => (cell.includes(',') ? `"${cell}"` : cell))
            .join('\t'),
        );
        const header =
          'Reporting Date|Sale Month|Store|ISRC|Title|Artist|Quantity|Song/Album|Earnings (USD)';
        const outcome = await fresh.import(
          aFile('d.tsv', [header.replaceAll('|', '\t'), ...lines]),
        );
        expect(expectSums(outcome, all.length)).toBeDefined();
        type Months = Record<string, Record<string, Record<string, { streams: number }[]>>>;
        const counted = [...fresh.store.all()]
          .filter(([path]) => /^(streams|streamQueue)\//.test(path))
          .flatMap(([, record]) => Object.values(record.months as Months))
          .flatMap((months) => Object.values(months))
          .flatMap((parts) => Object.values(parts))
          .reduce((sum, [claim]) => sum + (claim?.streams ?? 0), 0);
        const expected = all
          .filter(({ store, isSong }) => isSong && (store === 'Spotify' || store === 'Apple Music'))
          .reduce((sum, { quantity }) => sum + quantity, 0);
        expect(counted).toBe(expected);
        fresh.remove();
      }),
      tries(),
    );
  });
});

test('[N-INP-05] a day that was held back counts once a person says that its file was downloaded again', async () => {
  const world = await memoryWorld([aDat('one')]);
  const path = join(folder, 'songs_123_2026-08-03_2026-08-03.csv');
  writeFileSync(path, 'Song,Plays\nSong one,3\n');
  const imported = async (changedAt: string, madeAt?: string) => {
    utimesSync(path, new Date(changedAt), new Date(changedAt));
    const said = { artist: 'Ada Okonjo', madeAt: madeAt ? Date.parse(madeAt) : undefined };
    return tellRun(await world.run([path], said), false).join('\n');
  };
  const [morning, later] = ['2026-08-04T08:00:00.000Z', '2026-08-08T08:00:00.000Z'];
  expect(await imported(morning)).toContain('1 day held back');
  expect(await imported(morning)).toContain('taken before. Nothing to do.');
  expect(await imported(later)).toContain(
    `taken before.\n  It was taken as a file of 2026-08-04, too soon for 2026-08-03, which counts once a later file repeats it. If this file was downloaded again, import it with --made-at ${later}.`,
  );
  expect(world.days('one', 'apple_music')).toBeUndefined();
  await imported(later, later);
  expect(world.days('one', 'apple_music')).toEqual({ '2026-08-03': 3 });
  expect(await imported(later)).toContain('taken before. Nothing to do.');
  world.remove();
});
