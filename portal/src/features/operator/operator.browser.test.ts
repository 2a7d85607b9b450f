import type { OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import { portalSite } from '../../testing/portal-site.ts';

const portal = portalSite();

const user = { uid: 'staff', email: 'staff@dats.test' };
const at = Date.UTC(2026, 10, 19, 14, 2);
const daysBefore = (days: number) => at - days * DAY_MILLIS;
const empty: OperatorDesk = {
  applications: [],
  stuck: [],
  orders: [],
  reports: [],
  down: [],
  debts: [],
  allowed: [],
  losses: [],
  lostMicros: 0,
  stock: [],
  hasWorks: true,
  allowedCount: 0,
  books: null,
  streams: null,
  site: null,
  history: [],
  next: {
    applications: null,
    orders: null,
    reports: null,
    down: null,
    debts: null,
    losses: null,
    allowed: null,
    history: null,
  },
  counts: { applications: 0, orders: 0, reports: 0 },
};
const work = { datId: 'dat-1', song: 'Static Bloom', artist: 'Kestrel' };
const desk: OperatorDesk = {
  ...empty,
  counts: { applications: 1, orders: 1, reports: 1 },
  applications: [
    {
      username: 'tidepool',
      artistName: 'Tide <b>Pool</b>',
      at,
      email: 'tp@dats.test',
      musicUrl: 'https://music.example/tidepool',
      pageUrl: 'https://tidepool.example',
      owns: 'artist',
      note: 'Hello',
    },
  ],
  stuck: [
    {
      ...work,
      problem: 'Audio could not be read',
      attempts: 4,
      at: daysBefore(1),
      email: 'k@dats.test',
    },
  ],
  orders: [
    {
      orderId: 'o1',
      reason: 'the amount is 1 cents',
      username: 'okafor',
      totalCents: 2_520,
      at: daysBefore(4),
    },
  ],
  reports: [
    {
      id: 'r1',
      ...work,
      about: 'rights',
      text: 'A sample of ours.',
      at: daysBefore(2),
      isDown: false,
      from: 'North Quay',
      email: 'nq@dats.test',
      held: 14,
      offers: 2,
      count: 3,
    },
  ],
  down: [
    { ...work, datId: 'dat-2', song: 'Vermelho', reason: 'A claim of rights', at: daysBefore(9) },
  ],
  debts: [{ username: 'okafor', debtMicros: 5_250_000 }],
  allowed: [{ username: 'adaokonjo', name: 'Ada Okonjo', isOwnOnly: true, works: 5 }],
  allowedCount: 1,
  stock: [{ priceCents: 50, platformQty: 1_200, reserved: 30, offered: 40 }],
  books: {
    at,
    entries: 1_200,
    shortfallMicros: 12_345_678,
    found: 1,
    differences: ['wallet of somebody: is 1, should be 2'],
  },
  streams: { at, openDays: 2, oldestOpenDay: '2026-11-03', closedDays: 1 },
  site: {
    at,
    problem: null,
    currentAt: at,
    ageMillis: 60_000,
    leftOutCount: 0,
    leftOut: [],
  },
  history: [
    {
      what: 'take-down',
      id: 'dat-2',
      about: 'Static Bloom',
      reason: 'A claim of rights',
      by: '@desktwo',
      at,
    },
  ],
};
const opened = (answer: OperatorDesk = desk, calls: object = {}) =>
  portal.open('/operator', {
    user,
    calls: { getOperatorDesk: { result: answer }, decide: { result: {} }, ...calls },
  });
const dialog = (page: Page) => page.getByRole('dialog');

describe('the operators’ desk', () => {
  test('[N-PPL-10] the desk shows each kind of open task, their number and the date of the oldest', async () => {
    const { page } = await opened();
    const main = page.getByRole('main');
    await expect(main).toContainText('4 open tasks; the oldest is from 15 Nov 2026.');
    for (const [label, day] of [
      ['Applications', 19],
      ['Releases stuck', 18],
      ['Reports', 17],
    ] as const) {
      const metric = page.locator('.metric', { has: page.getByText(label, { exact: true }) });
      await expect(metric).toContainText(`since ${day} Nov 2026`);
    }
    for (const text of [
      'Tide <b>Pool</b>',
      'Audio could not be read',
      'the amount is 1 cents',
      'It uses music that is not theirs · sent 3 times',
      'A claim of rights',
      '$5.25',
      'Own works only, 5 of their own released',
      'The platform has promised and lost $12.35 more than its own money.',
      '2 days wait to be shared; the oldest is 3 Nov 2026.',
      '1 day was reported too late',
      '1,200 entries. 1 difference:',
      'wallet of somebody: is 1, should be 2',
    ]) {
      await expect(main).toContainText(text);
    }
    expect(await axeFaults(page)).toEqual([]);
    const outside = page.getByRole('link', { name: 'music.example/tidepool' });
    await expect(outside).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  });

  test('[N-PPL-18] a long list has pages and a search, and counts all open tasks', async () => {
    const [application] = desk.applications;
    if (!application) throw new Error('unreachable: the desk has one');
    const rowOf = (n: number) => ({
      ...application,
      username: `fan${n}`,
      artistName: `Band ${n}`,
    });
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => rowOf(from + n));
    const crowded: OperatorDesk = {
      ...desk,
      applications: rows(0, 100),
      next: { ...desk.next, applications: '1 100' },
      counts: { ...desk.counts, applications: 110 },
    };
    const { page, asked, answer } = await opened(crowded, {
      getDeskPage: { result: { list: 'applications', rows: rows(100, 110), next: null } },
    });
    const list = page.getByRole('region', { name: 'Applications' });
    await expect(page.getByRole('main')).toContainText('113 open tasks');
    await expect(list.getByRole('listitem')).toHaveCount(100);
    await list.getByRole('button', { name: 'Show more' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(110);
    await expect(list.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    // A search may end before the list does, with nothing found so far.
    const field = list.getByRole('searchbox', { name: 'Search in Applications' });
    answer('getDeskPage', { result: { list: 'applications', rows: [], next: '5 1' } });
    await field.fill(' band 107 ');
    await field.press('Enter');
    await expect(list).toContainText('Nothing found for “band 107” so far.');
    answer('getDeskPage', { result: { list: 'applications', rows: [rowOf(107)], next: null } });
    await list.getByRole('button', { name: 'Search further' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list).toContainText('Band 107');
    expect(await axeFaults(page)).toEqual([]);
    answer('getDeskPage', { result: { list: 'applications', rows: [], next: null } });
    await list.getByRole('button', { name: 'Accept Band 107' }).click();
    await page.getByLabel('Message to the applicant (optional)').fill('Good songs.');
    await dialog(page).getByRole('button', { name: 'Accept' }).click();
    await expect(list).toContainText('Nothing found for “band 107”.');
    await list.getByRole('button', { name: 'Show all' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(100);
    const search = 'band 107';
    expect(asked.filter(({ name }) => name === 'getDeskPage').map(({ input }) => input)).toEqual([
      { list: 'applications', search: '', after: '1 100' },
      { list: 'applications', search },
      { list: 'applications', search, after: '5 1' },
      { list: 'applications', search },
    ]);
  });

  test('[N-PPL-10] every decision explains its effect, requires a reason, and is made once', async () => {
    const { page, asked, answer } = await opened();
    await page.getByRole('button', { name: 'Take down Static Bloom' }).click();
    await expect(dialog(page)).toContainText('Nobody can buy, sell or play it');
    await expect(dialog(page)).toContainText('Editions with owners14');
    expect(await axeFaults(page)).toEqual([]);
    const decide = dialog(page).getByRole('button', { name: 'Take down' });
    await decide.click();
    await expect(dialog(page)).toContainText('Give a reason.');
    await page.getByLabel('Reason, shown in public').fill('Not cleared.');
    answer('getOperatorDesk', { result: empty });
    await decide.click();
    await expect(page.getByText('Static Bloom is taken down.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('No open tasks.');
    expect(asked.filter(({ name }) => name === 'decide').map(({ input }) => input)).toEqual([
      { what: 'take-down', id: 'dat-1', reason: 'Not cleared.' },
    ]);
  });

  test('[N-PPL-10] a decision names the application that was seen, and one made by somebody else meanwhile is reported', async () => {
    portal.expectComplaint(/400/);
    const faster = 'Somebody else has decided this application.';
    const { page, asked } = await opened(desk, { decide: { status: 400, message: faster } });
    await page.getByRole('button', { name: 'Accept Tide' }).click();
    await page.getByLabel('Message to the applicant (optional)').fill('Good songs.');
    await dialog(page).getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('alert')).toHaveText(faster);
    expect(asked.find(({ name }) => name === 'decide')?.input).toEqual({
      what: 'allow-application',
      id: 'tidepool',
      seenAt: at,
      reason: 'Good songs.',
    });
  });

  test('[N-PPL-10] J and K move between rows, Enter opens, and no key decides', async () => {
    const { page, asked } = await opened();
    await expect(page.getByRole('button', { name: 'Accept Tide' })).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.getByRole('button', { name: 'Accept Tide' })).toBeFocused();
    await page.keyboard.press('j');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('can release their own works');
    await page.keyboard.press('Escape');
    await page.getByLabel('Let somebody release works of any artist').pressSequentially('jk');
    await expect(page.getByLabel('Let somebody release works of any artist')).toHaveValue('jk');
    expect(asked.filter(({ name }) => name === 'decide')).toEqual([]);
  });

  test('[N-LCH-01] an operator sees what is on sale, puts tokens on sale and withdraws unsold ones', async () => {
    const { page, asked } = await opened(desk, { changeStock: { result: {} } });
    const list = page.getByRole('region', { name: 'Tokens on sale' });
    for (const text of [
      '$0.50',
      '1,200 tokens of the platform',
      '30 tokens held',
      '40 tokens offered',
    ]) {
      await expect(list.getByRole('listitem')).toContainText(text);
    }
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const price = page.getByRole('textbox', { name: 'Price per token (USD)' });
    const qty = page.getByRole('spinbutton', { name: 'Quantity' });
    await press('Put on sale');
    await expect(page.getByText('Enter an amount.')).toBeVisible();
    await price.fill('0,35');
    await press('Put on sale');
    await expect(page.getByText('Choose $0.36 – $1.00.')).toBeVisible();
    await price.fill('0,50');
    await press('Put on sale');
    await expect(
      page.getByText('Enter a whole number of tokens, at most 10,000,000.'),
    ).toBeVisible();
    await qty.fill('2,000');
    await press('Put on sale');
    await expect(dialog(page)).toContainText('Put 2,000 tokens at $0.50 on sale');
    await expect(dialog(page)).toContainText('$1,000.00');
    expect(await axeFaults(page)).toEqual([]);
    await dialog(page).getByRole('textbox').fill('The first tokens');
    await dialog(page).getByRole('button', { name: 'Put on sale' }).click();
    await expect(page.getByText('2,000 tokens at $0.50 are on sale.')).toBeVisible();
    await press('Withdraw');
    await dialog(page).getByRole('textbox').fill('Too many');
    await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('2,000 tokens at $0.50 were withdrawn.')).toBeVisible();
    const input = { priceCents: 50, qty: 2_000 };
    expect(asked.flatMap((one) => (one.name === 'changeStock' ? [one.input] : []))).toEqual([
      { ...input, what: 'issue-tokens', reason: 'The first tokens', key: expect.any(String) },
      { ...input, what: 'withdraw-tokens', reason: 'Too many', key: expect.any(String) },
    ]);
  });

  test('[N-LCH-08] in an empty shop the desk says what to do next, until it is done', async () => {
    const shop = { ...empty, hasWorks: false };
    const { page, answer } = await opened(shop);
    const steps = page.getByRole('region', { name: 'To open the shop' });
    await expect(steps.getByRole('listitem')).toHaveText([
      /^To do: Put tokens on sale/,
      /^To do: Let an artist release/,
      /^To do: Release a work/,
    ]);
    expect(await axeFaults(page)).toEqual([]);
    const stock = [{ priceCents: 50, platformQty: 10, reserved: 0, offered: 0 }];
    answer('getOperatorDesk', { result: { ...shop, stock, allowedCount: 1 } });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(steps.getByRole('listitem')).toHaveText([/^Done: /, /^Done: /, /^To do: Release/]);
    answer('getOperatorDesk', { result: { ...shop, stock, allowedCount: 1, hasWorks: true } });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(steps).toHaveCount(0);
  });

  test('[N-INP-02] missing parts of the public site come first, and show without a reload', async () => {
    const { page, answer } = await portal.open('/operator', {
      user,
      calls: { getOperatorDesk: { result: desk } },
      options: { timezoneId: 'UTC' },
    });
    await page.clock.install({ time: at });
    await page.reload();
    const main = page.getByRole('main');
    const heading = () => main.getByRole('heading', { level: 2 });
    await expect(main).toContainText('Visitors see everything. They are 1 minute old.');
    await expect(heading().last()).toHaveText('The public site');
    const leftOut = [{ what: 'viewdat/dat-1.html', problem: 'the page weighs 70000 bytes' }];
    const wrong = { ...desk.site, at, problem: 'The public log is broken: line 3.' };
    const site = { ...wrong, currentAt: at, ageMillis: 2 * 3_600_000, leftOutCount: 3, leftOut };
    answer('getOperatorDesk', { result: { ...desk, site } });
    await page.clock.runFor(30_000);
    await expect(heading().first()).toHaveText('The public site');
    for (const text of [
      'The last rebuild published nothing. Visitors see the pages as of 19 Nov 2026',
      'They are 2 hours old.',
      'The public log is broken: line 3.',
      '3 things are not published; all others are:',
      'viewdat/dat-1.html: the page weighs 70000 bytes',
      'Shown: 1 of 3.',
    ]) {
      await expect(main).toContainText(text);
    }
    expect(await axeFaults(page)).toEqual([]);
    answer('getOperatorDesk', {
      result: { ...desk, site: { ...desk.site, ageMillis: 3 * 3_600_000 } },
    });
    await page.clock.runFor(30_000);
    await expect(main).toContainText('No rebuild has finished for a while');
    await expect(main).toContainText('They are 3 hours old.');
  });

  test('[N-FIG-06] without an answer the desk stays and says that it tries again; a refusal replaces it', async () => {
    portal.expectComplaint(/net::ERR|403/);
    const { page, answer } = await opened();
    const main = page.getByRole('main');
    await page.clock.install({ time: at });
    await page.reload();
    await expect(main).toContainText('4 open tasks');
    const passUntil = (text: string) =>
      expect
        .poll(async () => {
          await page.clock.runFor(10_000);
          return page.getByText(text).count();
        })
        .toBe(1);
    answer('getOperatorDesk', 'unreachable');
    await passUntil('The server is not responding. Trying again.');
    await expect(main).toContainText('4 open tasks');
    answer('getOperatorDesk', { result: empty });
    await passUntil('No open tasks.');
    await expect(page.getByText('Trying again.')).toHaveCount(0);
    answer('getOperatorDesk', { status: 403, message: 'This page is for operators.' });
    await passUntil('This page is for operators.');
    await expect(main).not.toContainText('No open tasks.');
  });

  test('[N-PPL-10] a user who is no operator reads that the page is for operators, and sees no buttons', async () => {
    portal.expectComplaint(/403/);
    const refused = { status: 403, message: 'This page is for operators.' };
    const { page } = await opened(desk, { getOperatorDesk: refused });
    await expect(page.getByRole('main')).toContainText('This page is for operators.');
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });
});
