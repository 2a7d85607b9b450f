import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { PageRecord } from './page-record.ts';

/** By the page's file. */
export type PageRecords = Map<string, PageRecord>;

/** What is known of the pages of a site, or of a share of them. */
export interface SitePages {
  readonly records: PageRecords;
  /** What files show, by file, where that has a name: see keyedPath of the ledger. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Of no page is anything known. */
export const unknownPages = (): SitePages => ({ records: new Map(), keys: new Map() });

/** In a file every text stands once: pages have most of theirs in common. */
const lists = ['links', 'scripts', 'styles', 'fonts', 'pictures', 'address', 'problems'] as const;

type Packed = readonly [page: string, length: number, ...numbers: number[][]];

interface PagesFile {
  /** What the records are of. */
  readonly of: string;
  readonly keys: readonly (readonly [file: string, key: string])[];
  readonly texts: readonly string[];
  readonly pages: readonly Packed[];
}

/** Writes down what is known, at one instant; `of` names what it is of. */
export function writePages(file: string, of: string, { records, keys }: SitePages): void {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const pages = [...records].map(
    ([page, record]): Packed => [
      page,
      record.length,
      ...lists.map((list) => record[list].map(numberOf)),
    ],
  );
  const content: PagesFile = { of, keys: [...keys], texts: [...numbers.keys()], pages };
  writeFileSync(`${file}.next`, JSON.stringify(content));
  renameSync(`${file}.next`, file);
}

function unpack({ keys, texts, pages }: PagesFile): SitePages {
  const textOf = (number: number): string => texts[number] ?? '';
  const records = pages.map(([page, length, ...numbers]) => {
    const found = lists.map((list, index) => [list, (numbers[index] ?? []).map(textOf)]);
    return [page, { length, ...Object.fromEntries(found) } as unknown as PageRecord] as const;
  });
  return { records: new Map(records), keys: new Map(keys) };
}

/**
 * What was written down of this. Of anything else, or of a file that is not there or damaged, nothing
 * is known: then pages are drawn and read once more.
 */
export function readPages(file: string, of: string): SitePages {
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as PagesFile;
    return content.of === of ? unpack(content) : unknownPages();
  } catch {
    return unknownPages();
  }
}
