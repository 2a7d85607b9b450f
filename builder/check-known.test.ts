import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tries } from '@datchain/shared/testing/tries.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { checkSite } from './check-site.ts';
import { listFiles } from './fingerprint.ts';
import { PageRecords } from './packed-records.ts';
import { recordPage } from './page-record.ts';
import { readPages, writePages } from './page-records.ts';
import { content, htmlOf, ids, others, pages, textOf, writerIn } from './testing/small-sites.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-known-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What happens to a site between two checks: pages are drawn, and files go or come. */
const change = fc.record({
  drawn: fc.dictionary(fc.constantFrom(...pages), content, { maxKeys: 4 }),
  removed: fc.subarray([...pages, ...others], { maxLength: 3 }),
  added: fc.subarray(others, { maxLength: 3 }),
});

const site = fc.record({
  first: fc.tuple(...pages.map((page) => content.map((each) => [page, each] as const))),
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
});

let sites = 0;

test('a check with what is known of the pages says what one says that reads all of them', () => {
  fc.assert(
    fc.property(site, ({ first, changes }) => {
      sites += 1;
      const dir = join(folder, `site-${sites}`);
      const file = `${dir}.pages`;
      const expected = {
        datIds: ids,
        takenDownIds: ['c'],
        allowedInlineScript: sessionHintScript,
      };
      const write = writerIn(dir);
      for (const each of others) write(each, textOf(each));
      for (const [page, each] of first) write(page, htmlOf(each));
      writePages(file, '0', { records: checkSite(dir, expected).records, keys: new Map() });
      for (const [number, { drawn, removed, added }] of changes.entries()) {
        for (const each of removed) rmSync(join(dir, each), { force: true });
        for (const each of added) write(each, textOf(each));
        const records = PageRecords.none();
        for (const [page, each] of Object.entries(drawn)) {
          write(page, htmlOf(each));
          records.set(page, recordPage(readFileSync(join(dir, page)), sessionHintScript));
        }
        const { records: known } = readPages(file, `${number}`);
        expect(known.size).toBeGreaterThan(0);
        known.add(records);
        const checked = checkSite(dir, expected, known, new Set(listFiles(dir).reverse()));
        const afresh = checkSite(dir, expected);
        expect(checked.problems).toEqual(afresh.problems);
        const all = listFiles(dir).filter((each) => each.endsWith('.html'));
        expect([...checked.records.pages()].sort()).toEqual(all);
        for (const page of all) {
          expect(checked.records.get(page)).toEqual(afresh.records.get(page));
        }
        writePages(file, `${number + 1}`, { records: checked.records, keys: new Map() });
      }
      rmSync(dir, { recursive: true });
    }),
    tries(20, 400),
  );
});
