import { readMovements } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import type { Admin } from '@datchain/testing/browsers/admin.ts';
import {
  Figures,
  factRows,
  printedMicros,
  savedRows,
  walkMails,
  walkPrices,
} from '@datchain/testing/browsers/figures.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';
import type { Locator, Page } from '@playwright/test';

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The printed rows of a list add up to its last row, which is the total. */
function expectAddsUp(rows: readonly (readonly [string, string])[], where: string): void {
  const micros = rows.map(([, value]) => printedMicros(value) ?? Number.NaN);
  expect(sum(micros.slice(0, -1)), `${where}: ${JSON.stringify(rows)}`).toBe(micros.at(-1));
}

/** The figure that a line of the earnings' account prints, where another screen prints it too. */
const accountFigures: Readonly<Record<string, string>> = {
  'Available now': 'available now',
  'Works you hold': 'works you hold',
  'Tokens you sold': 'tokens you sold',
  'Earnings, lifetime': 'earnings',
  Earnings: 'earnings',
};

const accountFigure = (label: string): string | undefined =>
  accountFigures[label] ?? (/reward token/.test(label) ? 'worth of reward tokens' : undefined);

/** Reads the figures of the wallet; @returns the works on its cards and in its lines */
async function walkWallet(page: Page, figures: Figures): Promise<string[]> {
  await page.goto('/wallet');
  await expect(figure(page, 'Earnings')).not.toHaveClass(/muted/);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  for (const [name, label] of [
    ['earnings', 'Earnings'],
    ['utility tokens', 'Utility tokens (USD)'],
    ['value of one', 'Value per datchain token'],
  ] as const) {
    await figures.read(name, 'wallet, headline', figure(page, label));
  }
  for (const list of await page
    .getByRole('region', { name: 'Your earnings' })
    .locator('dl')
    .all()) {
    await readAccount(figures, list, 'wallet, your earnings');
  }
  const worth = 'worth of reward tokens';
  const note = page.locator('.metric', { hasText: 'datchain token rewards' });
  await figures.readIfThere(worth, 'wallet, below the rewards', note.locator('.metric-note'));
  const rewards = page.locator('.rewards');
  await figures.readIfThere(
    worth,
    'wallet, rewards',
    rewards.getByText(/^\d+ reward tokens?, worth/),
  );
  const next = rewards.getByText(/to get a reward token, worth/);
  if ((await next.count()) > 0) {
    const [, one] = /worth (\S+) today/.exec((await next.textContent()) ?? '') ?? [];
    figures.print('value of one', 'wallet, rewards', one);
  }
  const blocks = page.getByRole('table', { name: 'Token blocks' });
  const cells = await blocks
    .getByRole('row', { name: 'Total' })
    .getByRole('cell')
    .allTextContents();
  const total = cells.findLast((cell) => cell !== '');
  if (total !== undefined) figures.print('utility tokens', 'wallet, token blocks', total);

  const works = new Set<string>();
  const inCards: string[] = [];
  for (const card of await page.getByRole('article').all()) {
    const id = await idOf(card.locator('h3 a'));
    const text = (await card.locator('dl > div:last-child dd').textContent()) ?? '';
    works.add(id);
    inCards.push(text);
    figures.print(`work ${id}`, 'wallet, card', text);
  }
  const held = page.locator('section:has(#wallet-dats) > .fact-list');
  if ((await held.count()) > 0) {
    const rows = await factRows(held);
    figures.print('works you hold', 'wallet, below the cards', rows.at(-1)?.[1]);
    const cards = inCards.map((text): [string, string] => ['', text]);
    expectAddsUp([...cards, ...rows], 'wallet, cards');
  }

  await page.getByRole('button', { name: 'Earnings', exact: true }).click();
  const lines = page.getByRole('region', { name: 'Earnings, in lines' });
  for (const row of await lines.locator('tbody tr:has(th a)').all()) {
    const id = await idOf(row.locator('th a'));
    works.add(id);
    await figures.read(`work ${id}`, 'wallet, earnings in lines', row.locator('td').last());
  }
  const account = lines.locator('.fact-list');
  await readAccount(figures, account.first(), 'wallet, earnings in lines');
  for (const [label, value] of await factRows(account.last())) {
    if (label === 'Can be cashed out now')
      figures.print('available now', `wallet, ${label}`, value);
  }
  return [...works];
}

/** Reads a list whose last row is its total. */
async function readAccount(figures: Figures, list: Locator, where: string): Promise<void> {
  const rows = await factRows(list);
  expectAddsUp(rows, where);
  for (const [label, value] of rows) {
    const name = accountFigure(label);
    if (name) figures.print(name, `${where}, ${label}`, value);
  }
}

/** The work that a link leads to. */
const idOf = async (link: Locator): Promise<string> =>
  (await link.getAttribute('href'))?.split('/').at(-1) ?? '';

async function walkWorks(page: Page, figures: Figures, works: readonly string[]): Promise<void> {
  for (const id of works) {
    await page.goto(`/wallet/dat/${id}`);
    const earned = figure(page, 'Total Earnings');
    await expect(earned).not.toHaveClass(/muted/);
    await figures.read(`work ${id}`, 'its page, headline', earned);
    const section = page.locator('section:has(#your-editions)');
    const list = section.locator('.fact-list');
    if ((await list.count()) === 0) continue;
    const rows = await factRows(list);
    const editions = await section
      .locator('.owned-edition dl > div:last-child dd')
      .allTextContents();
    figures.print(`work ${id}`, 'its page, total', rows.at(-1)?.[1]);
    const inEditions = editions.map((text): [string, string] => ['', text]);
    expectAddsUp([...inEditions, ...rows], `page of ${id}`);
  }
}

const exactOf = (rows: readonly string[][]): number =>
  sum(rows.map((row) => printedMicros(row.at(-1) ?? '') ?? Number.NaN));

/** Reads the statements of each year and month; @returns the exact micros of all lines */
async function walkStatements(page: Page, figures: Figures): Promise<number> {
  await page.goto('/wallet/earnings');
  const select = page.getByLabel('Statement for');
  await expect(page.getByText(/Loading your earnings/)).toHaveCount(0);
  await readAvailable(page, figures, 'statement');
  const years = (await select.locator('option').allTextContents())
    .filter((text) => text.startsWith('All of '))
    .map((text) => text.replace('All of ', ''));
  let all = 0;
  for (const year of years) {
    await select.selectOption(year);
    const earned = figure(page, `Earned in ${year}`);
    await expect(earned).not.toHaveClass(/muted/);
    await figures.read(`year ${year}`, 'statement, headline', earned);
    const sections = await page.locator('.earnings-month').all();
    if (sections.length === 0) continue;
    const rows = await savedRows(page, 'Download CSV');
    figures.book(`year ${year}`, exactOf(rows));
    all += exactOf(rows);
    const paper = page.locator('.statement-sheet .receipt-total td');
    await figures.read(`year ${year}`, 'statement, paper', paper);
    const months = [...new Set(rows.map(([month = '']) => month))].toSorted().reverse();
    for (const [at, section] of sections.entries()) {
      const month = months[at] ?? '';
      const ofMonth = rows.filter(([of]) => of === month);
      await readMonth(figures, section, month, ofMonth);
    }
  }
  return all;
}

/** Reads one month of a statement, whose exact lines are in a file. */
async function readMonth(figures: Figures, section: Locator, month: string, exact: string[][]) {
  figures.book(`month ${month}`, exactOf(exact));
  await section.evaluate((details: HTMLDetailsElement) => {
    details.open = true;
  });
  const foot = section.locator('.fact-total dd');
  await figures.read(
    `month ${month}`,
    'statement, head',
    section.locator('summary .figure-medium'),
  );
  await figures.read(`month ${month}`, 'statement, foot', foot);
  for (const row of await section.locator('tbody tr:has(th > .row-link)').all()) {
    const id = await idOf(row.locator('.row-link'));
    const name = `streams of ${id} in ${month}`;
    const ofWork = exact.filter(([, kind, , work]) => kind === 'streams' && work === id);
    figures.book(name, exactOf(ofWork));
    await figures.read(name, 'statement', row.locator(':nth-last-child(2)').first());
  }
  const leaves = await section
    .locator('tbody tr:not(:has(th > .row-link)) > :nth-last-child(2)')
    .allTextContents();
  const rest = await section
    .locator('.fact-list > div:not(.fact-total)')
    .filter({ hasText: 'Rounding' })
    .locator('dd')
    .allTextContents();
  const total = (await foot.textContent()) ?? '';
  const all = [...leaves, ...rest, total].map((text): [string, string] => ['', text]);
  expectAddsUp(all, `the lines of ${month}`);
}

/** What can be cashed out now, and what later. */
async function readAvailable(page: Page, figures: Figures, where: string): Promise<void> {
  await expect(figure(page, 'Available now')).not.toHaveClass(/muted/);
  await figures.read('available now', where, figure(page, 'Available now'));
  await figures.read('available later', where, figure(page, 'Available later'));
}

async function walkCashOut(page: Page, figures: Figures): Promise<void> {
  await page.goto('/cashout');
  await expect(page.getByRole('heading', { name: 'Past payouts' })).toBeVisible();
  if ((await page.getByRole('tab').count()) === 0) return;
  await readAvailable(page, figures, 'cash-out');
  const later = page.getByRole('table', { name: 'Available later' }).locator('tfoot td');
  await figures.readIfThere('available later', 'cash-out, table', later);
  await page.getByRole('tab', { name: 'Tokens' }).click();
  if ((await page.locator('.metric', { hasText: 'Worth today' }).count()) > 0) {
    const name = 'worth of reward tokens';
    await figures.read(name, 'cash-out', figure(page, 'Worth today'));
    await figures.read(name, 'cash-out, sentence', page.getByText(/reward tokens?, worth/));
  }
  const value = page.getByRole('complementary', { name: 'What one is worth' });
  const rows = await factRows(value.locator('.fact-list'));
  figures.print('value of one', 'cash-out', rows.at(-1)?.[1]);
}

async function walkDesk(page: Page, figures: Figures): Promise<void> {
  await page.goto('/desk');
  const works = page.getByRole('table', { name: 'Works' });
  const first = page
    .getByRole('main')
    .getByRole('link', { name: /Apply|application|Release a work/ });
  await expect(works.or(first).first()).toBeVisible();
  if ((await works.count()) === 0) return;
  await readAvailable(page, figures, 'desk');
  figures.book('desk, this year', exactOf(await savedRows(page, 'Download CSV')));
  for (const table of [works, page.getByRole('table', { name: 'Money by month' })]) {
    const column = (place: string) => table.locator(`${place} tr > :last-child`).allTextContents();
    const [total = ''] = await column('tfoot');
    figures.print('desk, this year', 'desk', total);
    const cells = (await column('tbody')).map((text) => printedMicros(text) ?? 0);
    expect(sum(cells), 'desk, the rows of a table').toBe(printedMicros(total));
  }
}

/** The bell, and the history, of what single entries earned: the same as their postings. */
async function walkEntries(
  page: Page,
  figures: Figures,
  { admin, uid, paidBy }: { admin: Admin; uid: string; paidBy: ReadonlyMap<string, number> },
): Promise<void> {
  const stored = await admin.firestore.collection(docs.movements(uid)).get();
  const movements = readMovements(stored.docs.map((one) => ({ id: one.id, data: one.data() })));
  const moments = new Map<string, string>();
  for (const movement of movements) {
    if (!('earnedMicros' in movement) || movement.earnedMicros === undefined) continue;
    const paid = paidBy.get(movement.entryId);
    if (paid === undefined) continue;
    expect(movement.earnedMicros, `${movement.kind} ${movement.entryId}`).toBe(paid);
    const at = new Date(movement.at).toISOString();
    const isAlone = movements.filter((one) => one.at === movement.at).length === 1;
    if (isAlone) moments.set(at, movement.entryId);
    figures.book(`entry ${movement.entryId}`, paid);
  }
  await page.goto('/wallet/history');
  const table = page.getByRole('table', { name: 'Movements, newest first' });
  // Streams in a row are one that opens to each of them.
  const rows = table.locator('tbody tr:not(:has(details)), tbody details li');
  await expect(table.or(page.getByText('Nothing has happened yet.')).first()).toBeVisible();
  for (const row of await rows.all()) {
    const entryId = moments.get((await row.locator('time').getAttribute('datetime')) ?? '');
    const text = await row.locator('td, > span').last().textContent();
    if (entryId) figures.print(`entry ${entryId}`, 'history', text?.replace('+', ''));
  }
  await page.goto('/notifications');
  await expect(page.getByText('Loading notifications')).toHaveCount(0);
  for (const row of await page.locator('.news > li').all()) {
    const detail = (await row.locator('.news-detail').textContent()) ?? '';
    const entryId = moments.get((await row.locator('time').getAttribute('datetime')) ?? '');
    if (entryId && /is yours/.test(detail)) figures.print(`entry ${entryId}`, 'bell', detail);
    const month = /You earned (\S+) in (\w+ \d{4})/.exec(
      (await row.locator('.news-title').textContent()) ?? '',
    );
    const at = month && new Date(`1 ${month[2]} UTC`).toISOString().slice(0, 7);
    if (month && figures.placesOf(`month ${at}`) > 0)
      figures.print(`month ${at}`, 'bell', month[1]);
  }
  for (const movement of movements.filter(({ kind }) => kind === 'tokens-bought').slice(0, 3)) {
    if (movement.kind !== 'tokens-bought') continue;
    const name = `purchase ${movement.entryId}`;
    figures.book(name, movement.totalCents * 10_000);
    await page.goto(`/orders/${movement.orderId}`);
    const total = page.locator('.receipt').getByRole('row', { name: /^Total/ });
    await figures.read(name, 'card receipt', total.getByRole('cell').last());
  }
  for (const movement of movements.filter(({ kind }) => kind === 'edition-bought').slice(0, 3)) {
    if (movement.kind !== 'edition-bought') continue;
    const name = `purchase ${movement.entryId}`;
    figures.book(name, movement.priceCents * 10_000);
    await page.goto(`/wallet/receipt/${encodeURIComponent(movement.entryId)}`);
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await figures.read(name, 'receipt', receipt.locator('tfoot td').last());
  }
}

for (const [name, account] of Object.entries(demoAccounts)) {
  test(`[N-FIG-05] [N-FIG-01] [N-EXP-01] [N-EXP-02] [N-EXP-03] every figure of the demo account "${name}" is one value on all screens, statements, files, receipts, e-mails, public pages and sheets, at the bell and in the journal`, {
    tag: ['@once', '@long'],
  }, async ({ page, admin, signIn }) => {
    test.slow();
    const uid = `demo-${name}`;
    const entries = (await admin.firestore.collection('journal').get()).docs;
    const paidBy = new Map(
      entries
        .filter((entry) => /settled|sold|distributed|opening/.test(String(entry.get('kind'))))
        .map((entry): [string, number] => [
          entry.id,
          sum(
            (entry.get('postings') as { account: string; delta: number }[])
              .filter(({ account: to }) => to === `owed:${uid}` || to === `debt:${uid}`)
              .map(({ delta }) => delta),
          ),
        ]),
    );
    const figures = new Figures();
    await signIn(page, account);
    const works = await walkWallet(page, figures);
    await walkWorks(page, figures, works);
    expect(await walkStatements(page, figures), 'statements and journal').toBe(
      sum([...paidBy.values()]),
    );
    await walkCashOut(page, figures);
    await walkDesk(page, figures);
    await walkEntries(page, figures, { admin, uid, paidBy });
    await walkMails(admin, figures, uid);
    await walkPrices(page, figures, admin);
    expect(figures.differences()).toEqual([]);
    if (works.length > 0) expect(figures.names.length).toBeGreaterThan(10);
  });
}
