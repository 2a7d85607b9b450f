import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';

const names = { log: 'ledger.jsonl', checkpoints: 'checkpoints.jsonl', keys: 'log-keys.json' };
type Name = keyof typeof names;
type Files = Record<Name, string>;

async function published(request: APIRequestContext): Promise<Files> {
  const read = async (name: Name) => (await request.get(`/data/v1/${names[name]}`)).text();
  return {
    log: await read('log'),
    checkpoints: await read('checkpoints'),
    keys: await read('keys'),
  };
}

async function choose(page: Page, files: Partial<Files>, as = (name: string) => name) {
  for (const [name, text] of Object.entries(files)) {
    const file = { name: names[name as Name], mimeType: 'text/plain', buffer: Buffer.from(text) };
    await page.locator(`input[name="${as(name)}"]`).setInputFiles(file);
  }
}

const press = (page: Page) => page.getByRole('button', { name: 'Verify the log' }).click();
const verdict = (page: Page) => page.locator('#verify-verdict');

const linesOf = (text: string): string[] => text.match(/[^\n]*\n/g) ?? [];

/** One digit of the line's amounts or names is another. */
const withOneChange = (line: string): string =>
  line.replace(
    /"(datId|tokens|editions)":"?(.)/,
    (all, _name, first: string) => `${all.slice(0, -1)}${first === '1' ? '2' : '1'}`,
  );

test('the published log is sound, and the page says how far it is signed', async ({
  page,
  request,
}) => {
  const { log } = await published(request);
  const count = linesOf(log).length;
  expect(count).toBeGreaterThan(100);
  await page.goto('/about');
  await page.getByRole('link', { name: 'Verify', exact: true }).click();
  await press(page);
  await expect(verdict(page)).toHaveText(
    new RegExp(
      `^All ${count.toLocaleString('en')} lines are valid, and signed up to \\d+ \\w+ \\d{4}`,
    ),
  );
  await expect(page.getByText(/^Hash of the last line: [0-9a-f]{64}$/)).toBeVisible();
  await expectAccessible(page, 'verify');
});

const tampered: readonly (readonly [string, (lines: string[]) => string[], RegExp])[] = [
  [
    'changed',
    (all) => all.map((one, at) => (at === 16 ? withOneChange(one) : one)),
    /^Line 17 of the log was changed/,
  ],
  [
    'dropped',
    (all) => all.filter((_, at) => at !== 16),
    /^Line 17 of the log has a number that does not match/,
  ],
  [
    'swapped',
    (all) => all.toSpliced(16, 2, all[17] ?? '', all[16] ?? ''),
    /^Line 17 of the log has a number that does not match/,
  ],
  [
    'repeated',
    (all) => all.toSpliced(17, 0, all[16] ?? ''),
    /^Line 18 of the log has a number that does not match/,
  ],
  [
    'cut off',
    (all) => all.slice(0, -1),
    /^Line \d+ of the log is missing, although it was signed\.$/,
  ],
];

for (const [what, change, says] of tampered) {
  test(`a line that was ${what} is named, without network once the page is loaded`, {
    tag: ['@once', '@long'],
  }, async ({ page, request, context }) => {
    const files = await published(request);
    const wrong = { ...files, log: change(linesOf(files.log)).join('') };
    expect(wrong.log).not.toBe(files.log);
    await page.goto('/verify');
    await page.getByText('Check your own files').click();
    await context.setOffline(true);
    await choose(page, wrong);
    await press(page);
    await expect(verdict(page)).toHaveText(says);
    // The right files again: what was wrong is forgotten.
    await choose(page, files);
    await press(page);
    await expect(verdict(page)).toHaveText(/lines are valid/);
  });
}

test('a forged checkpoint, and one that differs from what was kept, are named', {
  tag: ['@once', '@long'],
}, async ({ page, request }) => {
  const files = await published(request);
  const [first = '', ...rest] = linesOf(files.checkpoints);
  const forged = first.replace(
    /"signature":"(.)/,
    (all, digit: string) => `${all.slice(0, -1)}${digit === '0' ? '1' : '0'}`,
  );
  await page.goto('/verify');
  await page.getByText('Check your own files').click();
  await choose(page, { checkpoints: [forged, ...rest].join('') });
  await press(page);
  await expect(verdict(page)).toHaveText(
    'Line 1 of the checkpoints does not have a valid signature.',
  );
  await choose(page, { checkpoints: files.checkpoints });
  await choose(page, { checkpoints: forged }, () => 'kept');
  await press(page);
  await expect(verdict(page)).toHaveText(/^Line 1 of the checkpoints differs from a checkpoint/);
});

test('the format is described on the site, and fits a phone', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/verify');
  await page.getByRole('link', { name: 'the format' }).click();
  await expect(page.getByRole('heading', { name: 'How to verify' })).toBeVisible();
  const across = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(across).toBe(0);
  await expectAccessible(page, 'the format of the public log');
});

test('a line of the log is read by its number, and a correction leads to the line it takes back', {
  tag: '@long',
}, async ({ page, request }) => {
  const { log } = await published(request);
  const lines = linesOf(log);
  const members = page.locator('.line-members');
  const says = (name: string) =>
    members.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
  await page.goto('/verify');
  await page.getByLabel('Line number').fill('17');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/verify#line-17');
  for (const [name, value] of Object.entries(JSON.parse(lines[16] ?? ''))) {
    await expect(says(name)).toHaveText(String(value));
  }
  await expectAccessible(page, 'a line of the log');
  await page.getByLabel('Line number').fill(String(lines.length + 1));
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.getByText(`The log has no line ${lines.length + 1}.`)).toBeVisible();

  // The demo world has nothing to correct.
  const corrects = (line: string) => line.replace(',"prev"', ',"corrects":3,"prev"');
  const body = lines.map((line, at) => (at === 19 ? corrects(line) : line)).join('');
  await page.route('**/data/v1/ledger.jsonl', (route) => route.fulfill({ body }));
  await page.goto('/verify#line-20');
  await says('corrects').getByRole('link', { name: '3' }).click();
  await expect(says('seq')).toHaveText('3');
  await page.goBack();
  await expect(says('seq')).toHaveText('20');
});
