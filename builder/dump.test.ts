import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { tries } from '@datchain/shared/testing/tries.ts';
import fc from 'fast-check';
import { list, type ReadEntry } from 'tar';
import { afterAll, expect, test } from 'vitest';
import { type KnownDump, writeDump } from './dump.ts';
import type { FilePart } from './file-parts.ts';
import { partsOf } from './packing.ts';
import { SiteTree } from './site-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'dump-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const changedAt = Date.UTC(2026, 10, 20, 9);

/** Entries of which every so many is another one. */
const entries = (count: number, change: (index: number) => string = () => '') =>
  Array.from({ length: count }, (_entry, index) => {
    const text = `${index * 7_919} ${'song '.repeat(index % 40)}${change(index)}`;
    return { id: `dat-${index}`, text };
  });

let sites = 0;

/** A site of these works, and its dump. */
async function dumpOf(
  works: ReturnType<typeof entries>,
  last?: { readonly siteDir: string; readonly dump: KnownDump },
) {
  sites += 1;
  const site = SiteTree.empty(join(folder, `site-${sites}`));
  const own = {
    'dats.json': `${JSON.stringify({ version: 1, dats: works })}\n`,
    'editions.csv': works.map(({ id, text }) => `${id},${text}\r\n`).join(''),
    'market.json': '{}\n',
    'handles.json': '{"handles":{}}\n',
    'ledger.jsonl': works.map((work) => `${JSON.stringify(work)}\n`).join(''),
    'ledger-1.jsonl': '',
    'tlog/checkpoint': 'a tree\n',
    'tlog/policy': 'log\n',
  };
  for (const [file, text] of Object.entries({ ...own, 'log/dat-1.jsonl': 'a slice\n' })) {
    site.write(`data/v1/${file}`, text);
  }
  const dump = await writeDump(site, changedAt, last);
  return { site, own, dump, siteDir: site.dir, bytes: readFileSync(join(site.dir, dump.path)) };
}

const partsIn = ({ files }: KnownDump) => files.flatMap(({ parts }) => parts);

async function unpacked(file: string): Promise<Record<string, string>> {
  const found: Promise<[string, string]>[] = [];
  const read = async (entry: ReadEntry): Promise<[string, string]> => {
    expect([entry.mode, entry.mtime?.getTime()]).toEqual([0o644, changedAt]);
    return [entry.path, `${await entry.concat()}`];
  };
  await list({ file, onReadEntry: (entry) => void found.push(read(entry)), strict: true });
  return Object.fromEntries(await Promise.all(found));
}

test('it has everything public once, under the day of its last change', async () => {
  const { own, dump, siteDir, bytes } = await dumpOf(entries(9_000));
  expect(dump.path).toBe('data/v1/datchain-2026-11-20.tar.gz');
  expect(await unpacked(join(siteDir, dump.path))).toEqual(own);
  // It is a single stream, as those who read only one expect; its head tells neither a time nor a system.
  expect(gunzipSync(bytes).length % 512).toBe(0);
  expect([...bytes.subarray(4, 10)]).toEqual([0, 0, 0, 0, 0, 255]);
});

test('with the last dump it is to the byte the same, and little of it is compressed again', async () => {
  const before = await dumpOf(entries(20_000));
  const works = entries(20_000, (index) => (index === 4_000 ? 'another name' : ''));
  works.unshift({ id: 'new', text: 'a release' });
  const after = await dumpOf(works, before);
  expect(after.bytes.equals((await dumpOf(works)).bytes)).toBe(true);
  const known = new Set(partsIn(before.dump).map(([name]) => name));
  const again = partsIn(after.dump).filter(([name]) => !known.has(name));
  // The works are in three files, each with a head of its own; two places in each have changed.
  expect(partsIn(after.dump).length).toBeGreaterThan(60);
  expect(again.length).toBeLessThan(30);
  expect(await unpacked(join(after.siteDir, after.dump.path))).toEqual(after.own);
});

test('a last dump that is gone, or another one than was known, is not used', async () => {
  const before = await dumpOf(entries(3_000));
  const { bytes } = before;
  const cut = { ...before.dump, length: before.dump.length - 1 };
  expect((await dumpOf(entries(3_000), { ...before, dump: cut })).bytes.equals(bytes)).toBe(true);
  before.site.remove(before.dump.path);
  expect((await dumpOf(entries(3_000), before)).bytes.equals(bytes)).toBe(true);
});

test('a file of the log that is as the live site has it is not read again', async () => {
  const { site, siteDir, own, dump, bytes } = await dumpOf(entries(9_000));
  const live = join(folder, 'live');
  symlinkSync(siteDir, live);
  const next = SiteTree.likeLive(live, join(folder, 'next'));
  const ledger = 'data/v1/ledger.jsonl';
  // What a reader would find.
  const others = own['ledger.jsonl'].replaceAll('song', 'noise');
  rmSync(join(next.dir, ledger));
  writeFileSync(join(next.dir, ledger), others);
  const last = { siteDir: site.dir, dump };
  const again = await writeDump(next, changedAt, last);
  expect(readFileSync(join(next.dir, again.path)).equals(bytes)).toBe(true);
  expect(again).toEqual(dump);
  // What the builder itself has written is read.
  next.write(ledger, others);
  const changed = await writeDump(next, changedAt, last);
  expect(await unpacked(join(next.dir, changed.path))).toEqual({ ...own, 'ledger.jsonl': others });
});

test('the dump of another day goes', async () => {
  const { site, dump } = await dumpOf(entries(3));
  const next = await writeDump(site, changedAt + 86_400_000);
  expect(next.path).not.toBe(dump.path);
  expect([...site.files].filter((file) => file.endsWith('.tar.gz'))).toEqual([next.path]);
});

test('parts are all of the bytes, in order', () => {
  const line = fc.string({ maxLength: 80 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 50 }), fc.nat(400), (lines, times) => {
      const bytes = Buffer.from(`${lines.join('\n')}\n`.repeat(times));
      const parts = [...partsOf(bytes)];
      expect(Buffer.concat(parts).equals(bytes)).toBe(true);
      for (const part of parts.slice(0, -1)) expect(part.length).toBeGreaterThanOrEqual(1 << 17);
    }),
    { numRuns: 60 },
  );
});

/** How a file is another than before: pieces of it are taken over, others are put between them. */
const edits = fc.array(
  fc.record({
    at: fc.nat(),
    /** Whether it is right behind the end of a part: what follows it decides where a part ends. */
    isBehindPart: fc.boolean(),
    /** So many of the bytes after it go. */
    gone: fc.oneof(fc.nat(300), fc.nat(200_000)),
    put: fc.oneof(
      fc.constantFrom('', '\n', '}', '{"a":1}', 'a line\n', '\n\n'),
      fc.string({ maxLength: 60 }),
    ),
  }),
  { maxLength: 4 },
);

test('a file of which most is as before is packed as one that is read', async () => {
  const kinds = fc.constantFrom('\n', '}', '},\n', ';');
  const tails = fc.constantFrom('', '\n', ']}\n');
  await fc.assert(
    fc.asyncProperty(kinds, tails, fc.nat(9), edits, async (between, tail, seed, changes) => {
      sites += 1;
      const path = 'data/v1/dats.json';
      const line = (index: number) => `${(index + seed) * 7_919} ${'song '.repeat(index % 40)}`;
      const text = `${Array.from({ length: 8_000 }, (_line, index) => line(index)).join(between)}${tail}`;
      const live = SiteTree.empty(join(folder, `site-${sites}`));
      live.write(path, text);
      const dump = await writeDump(live, changedAt);
      const parts: FilePart[] = [];
      let from = 0;
      const begins = partsIn(dump).map((_part, index, all) =>
        all.slice(0, index).reduce((sum, [, , length]) => sum + length, 0),
      );
      const placeOf = ({ at, isBehindPart }: { at: number; isBehindPart: boolean }) =>
        isBehindPart ? (begins[at % begins.length] ?? 0) + (at % 40) : at % (text.length + 1);
      const places = changes.map((each) => ({ ...each, at: placeOf(each) }));
      for (const { at, gone, put } of places.sort((a, b) => a.at - b.at)) {
        if (at < from || at > text.length) continue;
        parts.push({ path: join(live.dir, path), from, to: at }, Buffer.from(put));
        from = Math.min(at + gone, text.length);
      }
      parts.push({ path: join(live.dir, path), from, to: text.length });
      const [made, read] = ['made', 'read'].map((name) =>
        SiteTree.empty(join(folder, `site-${sites}-${name}`)),
      ) as [SiteTree, SiteTree];
      made.write(path, parts);
      read.write(path, readFileSync(join(made.dir, path)));
      const last = { siteDir: live.dir, dump };
      const madeDump = await writeDump(made, changedAt, last);
      expect(madeDump).toEqual(await writeDump(read, changedAt));
      const bytesOf = (site: SiteTree) => readFileSync(join(site.dir, madeDump.path));
      expect(bytesOf(made).equals(bytesOf(read))).toBe(true);
      for (const { dir } of [live, made, read]) rmSync(dir, { recursive: true });
    }),
    tries(30),
  );
});
