import { readFile } from 'node:fs/promises';
import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readNews } from '@datchain/shared/contracts/documents/notification.ts';
import { newsWords } from '@datchain/shared/contracts/news-words.ts';
import { shownMicros } from '@datchain/shared/domain/format.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Admin } from './admin.ts';

/** An amount as printed for people or in files: '−$1,234.567', '-12.5'. */
const AMOUNT = /[−-]?\$?\d[\d,]*\.\d{2,6}/;

/** Returns the micros that a text prints; undefined without an amount. */
export function printedMicros(text: string): number | undefined {
  const found = AMOUNT.exec(text)?.[0];
  if (found === undefined) return undefined;
  return Math.round(Number(found.replace('−', '-').replace(/[$,]/g, '')) * 1_000_000);
}

/** Whether a printed amount equals the books: exactly, or rounded once to a thousandth. */
const prints = (printed: number, exact: number): boolean =>
  printed === exact || printed === shownMicros(exact);

type Printed = { readonly where: string; readonly micros: number; readonly text: string };

/**
 * The figures of an account by name, with each place that printed them and the value in the books.
 */
export class Figures {
  readonly #printed = new Map<string, Printed[]>();
  readonly #books = new Map<string, number>();

  book(figure: string, micros: number): void {
    this.#books.set(figure, micros);
  }

  /** Records a text with the figure; a text without an amount counts as a missing figure. */
  print(figure: string, where: string, text: string | null | undefined): void {
    const micros = printedMicros(text ?? '');
    const all = this.#printed.get(figure) ?? [];
    all.push({ where, micros: micros ?? Number.NaN, text: text?.trim() ?? '' });
    this.#printed.set(figure, all);
  }

  get names(): string[] {
    return [...this.#printed.keys()];
  }

  placesOf(figure: string): number {
    return this.#printed.get(figure)?.length ?? 0;
  }

  differences(): string[] {
    return [...this.#printed].flatMap(([figure, places]) => {
      const exact = this.#books.get(figure);
      const [first] = places;
      const isOne = places.every(({ micros }) =>
        exact === undefined ? micros === first?.micros : prints(micros, exact),
      );
      if (isOne) return [];
      const said = places.map(({ where, text }) => `${where} ${text}`).join('; ');
      return [`${figure}: ${exact === undefined ? '' : `books ${exact}; `}${said}`];
    });
  }
}

export const factRows = (list: Locator): Promise<[string, string][]> =>
  list
    .locator('.fact-list > div, :scope > div')
    .evaluateAll((rows) =>
      [...new Set(rows)].map((row): [string, string] => [
        row.querySelector('dt')?.textContent?.trim() ?? '',
        row.querySelector('dd')?.textContent?.trim() ?? '',
      ]),
    );

export async function savedRows(page: Page, button: string): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return text.trimEnd().split('\r\n').slice(1).map(cellsOf);
}

const cellsOf = (row: string): string[] =>
  [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

export async function walkMails(
  { firestore }: Admin,
  figures: Figures,
  uid: string,
): Promise<void> {
  const mails = await firestore.collection('mails').where('uid', '==', uid).get();
  for (const mail of mails.docs) {
    const news = readNews(mail.get('about'));
    const entryId = mail.id.slice(0, -`:${uid}`.length);
    if (!news) continue;
    const { detail } = newsWords(news, entryId, (datId) => datId);
    const entry = `entry ${entryId}`;
    if (/is yours/.test(detail) && figures.placesOf(entry) > 0)
      figures.print(entry, 'mail', detail);
    const bought = `purchase ${entryId}`;
    if (figures.placesOf(bought) > 0) figures.print(bought, 'mail', detail);
  }
}

export async function walkPrices(
  page: Page,
  figures: Figures,
  { firestore }: Admin,
): Promise<void> {
  const guards = await firestore.collection('dats').get();
  const dats = guards.docs
    .flatMap((one) => readDatGuard(one.data()) ?? [])
    .filter(({ takenDown }) => !takenDown);
  const offered = dats.flatMap(({ id, editions }) =>
    editions.flatMap(({ number, askPriceCents }) =>
      askPriceCents === null ? [] : [{ id, number, askPriceCents }],
    ),
  );
  expect(offered.length).toBeGreaterThan(3);
  for (const { id, number, askPriceCents } of offered.slice(0, 4)) {
    const name = `price of ${id} #${number}`;
    figures.book(name, askPriceCents * 10_000);
    await page.goto(`/viewdat/${id}`);
    const row = page.locator('.edition-table tr', {
      has: page.getByText(`#${number}`, { exact: true }),
    });
    figures.print(name, 'public page', await row.locator('td').last().textContent());
    await page.goto(`/buy/${id}/${number}`);
    const price = page
      .locator('dl > div', { hasText: /^Price/ })
      .locator('dd')
      .first();
    figures.print(name, 'buy sheet', await price.textContent());
  }
}
