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
import type { Page } from '@playwright/test';

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const textOf = (page: Page, label: string) => figure(page, label).textContent();

function expectAddsUp(rows: readonly (readonly [string, string])[], where: string): void {
  const micros = rows.map(([, value]) => printedMicros(value) ?? Number.NaN);
  expect(sum(micros.slice(0, -1)), `${where}: ${JSON.stringify(rows)}`).toBe(micros.at(-1));
}

const accountFigures: Readonly<Record<string, string>> = {
  'Available now': 'available now',
  'Works you hold': 'works you hold',
  'Tokens you sold': 'tokens you sold',
  'Earnings, lifetime': 'earnings',
};

const accountFigure = (label: string): string | undefined =>
  accountFigures[label] ?? (/reward token/.test(label) ? 'worth of reward tokens' : undefined);

async function walkWallet(page: Page, figures: Figures): Promise<string[]> {
  await page.goto('/wallet');
  const metric = figure(page, 'Earnings');
  await expect(metric).not.toHaveClass(/muted/);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  figures.print('earnings', 'wallet, headline', await metric.textContent());
  figures.print('utility tokens', 'wallet, headline', await textOf(page, 'Utility tokens (USD)'));
  figures.print('value of one', 'wallet, headline', await textOf(page, 'Value per datchain token'));

  for (const list of await page
    .getByRole('region', { name: 'Your earnings' })
    .locator('dl')
    .all()) {
    const rows = await factRows(list);
    expectAddsUp(rows, 'wallet, your earnings');
    for (const [label, value] of rows) {
      const name = accountFigure(label);
      if (name) figures.print(name, `wallet, ${label}`, value);
    }
  }
  const rewards = page.locator('.metric', { hasText: 'datchain token rewards' });
  const note = rewards.locator('.metric-note');
  if ((await note.count()) > 0) {
    figures.print('worth of reward tokens', 'wallet, below the rewards', await note.textContent());
  }
  const ahead = page.locator('.rewards').getByText(/^\d+ reward tokens?, worth/);
  if ((await ahead.count()) > 0) {
    figures.print('worth of reward tokens', 'wallet, rewards', await ahead.textContent());
  }
  const next = page.locator('.rewards').getByText(/to get a reward token, worth/);
  if ((await next.count()) > 0) {
    const [, one] = /worth (\S+) today/.exec((await next.textContent()) ?? '') ?? [];
    figures.print('value of one', 'wallet, rewards', one);
  }
  const blocks = page.getByRole('table', { name: 'Token blocks' });
  if ((await blocks.count()) > 0) {
    const total = blocks.getByRole('row', { name: 'Total' }).getByRole('cell');
    const cells = await total.allTextContents();
    figures.print(
      'utility tokens',
      'wallet, token blocks',
      cells.findLast((cell) => cell !== ''),
    );
  }

  const works = new Set<string>();
  for (const card of await page.getByRole('article').all()) {
    const href = await card.locator('h3 a').getAttribute('href');
    const id = href?.split('/').at(-1) ?? '';
    works.add(id);
    const text = await card.locator('dl > div:last-child dd').textContent();
    figures.print(`work ${id}`, 'wallet, card', text);
  }
  const held = page.locator('section:has(#wallet-dats) > .fact-list');
  if ((await held.count()) > 0) {
    const rows = await factRows(held);
    figures.print('works you hold', 'wallet, below the cards', rows.at(-1)?.[1]);
    const cards = await page
      .getByRole('article')
      .locator('dl > div:last-child dd')
      .allTextContents();
    const printed = sum(
      [...cards, ...rows.slice(0, -1).map(([, value]) => value)].map(
        (text) => printedMicros(text) ?? Number.NaN,
      ),
    );
    expect(printed, 'wallet, cards').toBe(printedMicros(rows.at(-1)?.[1] ?? ''));
  }

  await page.getByRole('button', { name: 'Earnings', exact: true }).click();
  const lines = page.getByRole('region', { name: 'Earnings, in lines' });
  for (const row of await lines.locator('tbody tr:has(th a)').all()) {
    const id = (await row.locator('th a').getAttribute('href'))?.split('/').at(-1) ?? '';
    works.add(id);
    figures.print(
      `work ${id}`,
      'wallet, earnings in lines',
      await row.locator('td').last().textContent(),
    );
  }
  const facts = await factRows(lines.locator('.fact-list').first());
  expectAddsUp(facts, 'wallet, earnings in lines');
  for (const [label, value] of facts) {
    const name = label === 'Earnings' ? 'earnings' : accountFigure(label);
    if (name) figures.print(name, `wallet, earnings in lines, ${label}`, value);
  }
  for (const [label, value] of await factRows(lines.locator('.fact-list').last())) {
    if (label === 'Available now') figures.print('available now', `wallet, ${label}`, value);
  }
  return [...works];
}

async function walkWorks(page: Page, figures: Figures, works: readonly string[]): Promise<void> {
  for (const id of works) {
    await page.goto(`/wallet/dat/${id}`);
    await expect(figure(page, 'Total Earnings')).not.toHaveClass(/muted/);
    figures.print(`work ${id}`, 'its page, headline', await textOf(page, 'Total Earnings'));
    const section = page.locator('section:has(#your-editions)');
    const list = section.locator('.fact-list');
    const rows = (await list.count()) > 0 ? await factRows(list) : [];
    const editions = await section
      .locator('.owned-edition dl > div:last-child dd')
      .allTextContents();
    if (rows.length > 0) {
      figures.print(`work ${id}`, 'its page, total', rows.at(-1)?.[1]);
      expectAddsUp(
        [...editions.map((text): [string, string] => ['', text]), ...rows],
        `page of ${id}`,
      );
    }
  }
}

/**
 * Reads the statements of each year and month.
 *
 * @returns the exact micros of all lines
 */
async function walkStatements(page: Page, figures: Figures): Promise<number> {
  await page.goto('/wallet/earnings');
  const select = page.getByLabel('Statement for');
  await expect(page.getByText(/Loading your earnings/)).toHaveCount(0);
  await expect(figure(page, 'Available now')).not.toHaveClass(/muted/);
  figures.print('available now', 'statement', await textOf(page, 'Available now'));
  figures.print('available later', 'statement', await textOf(page, 'Available later'));
  const years = (await select.locator('option').allTextContents())
    .filter((text) => text.startsWith('All of '))
    .map((text) => text.replace('All of ', ''));
  let all = 0;
  for (const year of years) {
    await select.selectOption(year);
    await expect(figure(page, `Earned in ${year}`)).not.toHaveClass(/muted/);
    figures.print(`year ${year}`, 'statement, headline', await textOf(page, `Earned in ${year}`));
    if ((await page.locator('.earnings-month').count()) === 0) continue;
    const rows = await savedRows(page, 'Download CSV');
    const exact = (some: readonly string[][]) =>
      sum(some.map((row) => printedMicros(row.at(-1) ?? '') ?? Number.NaN));
    figures.book(`year ${year}`, exact(rows));
    all += exact(rows);
    figures.print(
      `year ${year}`,
      'statement, paper',
      await page.locator('.statement-sheet .receipt-total td').textContent(),
    );
    const months = [...new Set(rows.map(([month = '']) => month))];
    for (const month of months) {
      figures.book(`month ${month}`, exact(rows.filter(([of]) => of === month)));
    }
    for (const [at, section] of (await page.locator('.earnings-month').all()).entries()) {
      const month = months.toSorted().reverse()[at] ?? '';
      await section.evaluate((details: HTMLDetailsElement) => {
        details.open = true;
      });
      figures.print(
        `month ${month}`,
        'statement, head',
        await section.locator('summary .figure-medium').textContent(),
      );
      figures.print(
        `month ${month}`,
        'statement, foot',
        await section.locator('.fact-total dd').textContent(),
      );
      const ofMonth = rows.filter(([of]) => of === month);
      for (const row of await section.locator('tbody tr:has(th > .row-link)').all()) {
        const id = (await row.locator('.row-link').getAttribute('href'))?.split('/').at(-1) ?? '';
        const name = `streams of ${id} in ${month}`;
        figures.book(
          name,
          exact(ofMonth.filter(([, kind, , work]) => kind === 'streams' && work === id)),
        );
        figures.print(
          name,
          'statement',
          await row.locator(':nth-last-child(2)').first().textContent(),
        );
      }
      const leaves = await section
        .locator('tbody tr:not(:has(th > .row-link)) > :nth-last-child(2)')
        .allTextContents();
      const rest = await section
        .locator('.fact-list > div:not(.fact-total)')
        .filter({ hasText: 'Rounding' })
        .locator('dd')
        .allTextContents();
      const foot = await section.locator('.fact-total dd').textContent();
      expect(
        sum([...leaves, ...rest].map((text) => printedMicros(text) ?? Number.NaN)),
        `the lines of ${month}`,
      ).toBe(printedMicros(foot ?? ''));
    }
  }
  return all;
}

async function walkCashOut(page: Page, figures: Figures): Promise<void> {
  await page.goto('/cashout');
  await expect(page.getByRole('heading', { name: 'Past payouts' })).toBeVisible();
  if ((await page.getByRole('tab').count()) === 0) return;
  figures.print('available now', 'cash-out', await textOf(page, 'Available now'));
  figures.print('available later', 'cash-out', await textOf(page, 'Available later'));
  const later = page.getByRole('table', { name: 'Available later' });
  if ((await later.count()) > 0) {
    figures.print(
      'available later',
      'cash-out, table',
      await later.locator('tfoot td').textContent(),
    );
  }
  await page.getByRole('tab', { name: 'Tokens' }).click();
  const worth = page.locator('.metric', { hasText: 'Worth today' });
  if ((await worth.count()) > 0) {
    figures.print('worth of reward tokens', 'cash-out', await textOf(page, 'Worth today'));
    figures.print(
      'worth of reward tokens',
      'cash-out, sentence',
      await page.getByText(/reward tokens?, worth/).textContent(),
    );
  }
  const value = page.getByRole('complementary', { name: 'What one is worth' });
  figures.print(
    'value of one',
    'cash-out',
    (await factRows(value.locator('.fact-list'))).at(-1)?.[1],
  );
}

async function walkDesk(page: Page, figures: Figures): Promise<void> {
  await page.goto('/desk');
  const works = page.getByRole('table', { name: 'Works' });
  const first = page
    .getByRole('main')
    .getByRole('link', { name: /Apply|application|Release a work/ });
  await expect(works.or(first).first()).toBeVisible();
  if ((await works.count()) === 0) return;
  await expect(figure(page, 'Available now')).not.toHaveClass(/muted/);
  figures.print('available now', 'desk', await textOf(page, 'Available now'));
  figures.print('available later', 'desk', await textOf(page, 'Available later'));
  const rows = await savedRows(page, 'Download CSV');
  const exact = sum(rows.map((row) => printedMicros(row.at(-1) ?? '') ?? Number.NaN));
  figures.book('desk, this year', exact);
  for (const table of [works, page.getByRole('table', { name: 'Earnings by month' })]) {
    const column = (place: string) => table.locator(`${place} tr > :last-child`).allTextContents();
    const [total = ''] = await column('tfoot');
    figures.print('desk, this year', 'desk', total);
    const cells = (await column('tbody')).map((text) => printedMicros(text) ?? 0);
    expect(sum(cells), 'desk, the rows of a table').toBe(printedMicros(total));
  }
}

async function walkEntries(
  page: Page,
  figures: Figures,
  { admin, uid, paidBy }: { admin: Admin; uid: string; paidBy: ReadonlyMap<string, number> },
): Promise<void> {
  const stored = await admin.firestore.collection(docs.movements(uid)).get();
  const movements = readMovements(stored.docs.map((one) => ({ id: one.id, data: one.data() })));
  const moments = new Map<string, string>();
  // Streams are stored by day, for all works together.
  for (const one of stored.docs) {
    const { shares, earnedMicros } = one.data();
    if (!Array.isArray(shares)) continue;
    const parts = sum(shares.map((share) => Number(share.earnedMicros)));
    expect([parts, earnedMicros], one.id).toEqual([paidBy.get(one.id), paidBy.get(one.id)]);
    figures.book(`entry ${one.id}`, parts);
  }
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
    const total = page
      .locator('.receipt')
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell');
    figures.print(name, 'card receipt', await total.last().textContent());
  }
  for (const movement of movements.filter(({ kind }) => kind === 'edition-bought').slice(0, 3)) {
    if (movement.kind !== 'edition-bought') continue;
    const name = `purchase ${movement.entryId}`;
    figures.book(name, movement.priceCents * 10_000);
    await page.goto(`/wallet/receipt/${encodeURIComponent(movement.entryId)}`);
    const total = page.getByRole('region', { name: 'Receipt' }).locator('tfoot td').last();
    figures.print(name, 'receipt', await total.textContent());
  }
}

for (const [name, account] of Object.entries(demoAccounts)) {
  test(`[N-FIG-05] [N-FIG-01] [N-EXP-01] [N-EXP-02] [N-EXP-03] every figure of the demo account "${name}" is the same wherever it is shown, and in the journal`, {
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
