import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { PageRecord } from './page-record.ts';

/** By the page's file. */
export type PageRecords = Map<string, PageRecord>;

/** In a file every text stands once: pages have most of theirs in common. */
const lists = ['links', 'scripts', 'styles', 'fonts', 'pictures', 'address', 'problems'] as const;

type Packed = readonly [page: string, length: number, ...numbers: number[][]];

interface RecordsFile {
  /** What the records are of. */
  readonly of: string;
  readonly texts: readonly string[];
  readonly pages: readonly Packed[];
}

/** Writes the records down, at one instant; `of` names what they are of. */
export function writeRecords(file: string, of: string, records: PageRecords): void {
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
  const content: RecordsFile = { of, texts: [...numbers.keys()], pages };
  writeFileSync(`${file}.next`, JSON.stringify(content));
  renameSync(`${file}.next`, file);
}

function unpack({ texts, pages }: RecordsFile): PageRecords {
  const textOf = (number: number): string => texts[number] ?? '';
  return new Map(
    pages.map(([page, length, ...numbers]) => {
      const found = lists.map((list, index) => [list, (numbers[index] ?? []).map(textOf)]);
      return [page, { length, ...Object.fromEntries(found) } as unknown as PageRecord];
    }),
  );
}

/**
 * The records that were written down of this. Of anything else, or of a file that is not there or
 * damaged, there are none: then pages are read once more.
 */
export function readRecords(file: string, of: string): PageRecords {
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as RecordsFile;
    return content.of === of ? unpack(content) : new Map();
  } catch {
    return new Map();
  }
}
