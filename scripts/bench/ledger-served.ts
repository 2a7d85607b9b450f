import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../../builder/fingerprint.ts';
import { readCatalogue } from '../../ledger/src/views/dats/catalogue.ts';
import { matchingDats, readDatsFilter } from '../../ledger/src/views/dats/dats-filter.ts';
import { hostSite } from './host-site.ts';
import { median } from './report.ts';

/** How many pages of a site are asked for. */
const ASKED = 1_000;

/** Serves a built site under firebase.json and asks for pages all over it; throws when one is missing. */
export async function askServedSite(siteDir: string): Promise<number> {
  const hosting = await hostSite(siteDir);
  try {
    const pages = listFiles(`${siteDir}/`).filter((file) =>
      /^(viewdat|dats|profile)\/.+\.html$/.test(file),
    );
    const step = Math.max(1, Math.floor(pages.length / ASKED));
    const asked = pages.filter((_page, index) => index % step === 0);
    for (const page of asked) {
      const path = encodeURI(page.replace(/\.html$/, ''));
      const response = await fetch(`http://127.0.0.1:${hosting.port}/${path}`);
      const text = await response.text();
      if (response.status !== 200 || text !== readFileSync(join(siteDir, page), 'utf8')) {
        throw new Error(`/${path} is not served as it was built (${response.status}).`);
      }
    }
    return asked.length;
  } finally {
    await hosting.close();
  }
}

const searches = [
  '?q=jose',
  '?q=night+r',
  '?genre=jazz&sale=1',
  '?sort=song',
  '?sort=price&tier=Gold',
];

export interface SearchTimes {
  /** From the text of the catalogue to what can be searched. */
  readonly readMillis: number;
  /** One search, from the question to the works in their order. */
  readonly findMillis: number;
}

/** How long the filter of /dats takes to think; the same code as in the browser. */
export function timeSearch(siteDir: string): SearchTimes {
  const text = readFileSync(join(siteDir, 'dats-index.json'), 'utf8');
  const timed = <T>(run: () => T): [millis: number, result: T] => {
    const started = performance.now();
    const result = run();
    return [performance.now() - started, result];
  };
  const [readMillis, entries] = timed(() => readCatalogue(JSON.parse(text)));
  const times = Array.from({ length: 5 }, () =>
    searches.map((search) => timed(() => matchingDats(entries, readDatsFilter(search)))[0]),
  );
  return { readMillis, findMillis: median(times.flat()) };
}
