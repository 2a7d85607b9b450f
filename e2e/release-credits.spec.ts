import { docs } from '@datchain/shared/contracts/paths.ts';
import { expect, test } from './support/fixtures.ts';
import {
  combo,
  fillIn,
  lookFor,
  openForm,
  options,
  reviewButton,
  stopClock,
  tags,
} from './support/release-form.ts';

test('[R-REL-07] credits are free tags: trimmed, never empty, never twice, and counted', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await openForm(page, signIn);
  const producers = combo(page, 'Producers');
  const add = async (text: string) => {
    await producers.fill(text);
    await producers.press('Enter');
    await expect(producers).toHaveValue('');
  };
  await add('  Joe Castellanos ');
  await add('   ');
  await add('JOE castellanos');
  await add('North Quay');
  await expect(tags(page, 'Producers')).toHaveText(['Joe Castellanos', 'North Quay']);
  await expect(producers).toHaveAccessibleDescription('2 of 10');
  await expect(
    page.getByRole('status').filter({ hasText: 'North Quay added, 2 of 10.' }),
  ).toHaveCount(1);

  await page.getByRole('button', { name: 'Remove Joe Castellanos' }).click();
  await expect(tags(page, 'Producers')).toHaveText(['North Quay']);
  await producers.focus();
  await producers.press('Backspace');
  await expect(tags(page, 'Producers')).toHaveCount(0);
  await expect(producers).toBeFocused();

  // Nothing that was typed is lost by going on.
  await producers.fill('Somebody');
  await page.getByLabel('Song name').focus();
  await expect(tags(page, 'Producers')).toHaveText(['Somebody']);
});

test('[R-REL-07] at most 10 in a list, 6 record labels, 50 characters each', {
  tag: ['@once', '@long'],
}, async ({ page, signIn }) => {
  await openForm(page, signIn);
  for (const [label, most] of [
    ['Songwriters', 10],
    ['Record labels', 6],
  ] as const) {
    const field = combo(page, label);
    for (let index = 0; index <= most; index += 1) {
      await field.fill(`Name ${index}`);
      await field.press('Enter');
    }
    await expect(tags(page, label)).toHaveCount(most);
    await expect(field).toHaveAccessibleDescription(
      new RegExp(`${most} is the maximum. ${most} of ${most}`),
    );
  }
  await combo(page, 'Artist features').pressSequentially('x'.repeat(53));
  await expect(combo(page, 'Artist features')).toHaveValue('x'.repeat(50));
});

test('[R-REL-07] a user is found by the @ and one letter, and picked by keyboard', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await openForm(page, signIn);
  type Query = { limit: number; from: { collectionId: string }[] };
  const asked: Query[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith(':runQuery')) return;
    const query: Query = request.postDataJSON().structuredQuery;
    // The bell asks too.
    if (query.from[0]?.collectionId === docs.users) asked.push(query);
  });
  const producers = combo(page, 'Producers');
  await producers.pressSequentially('@');
  await expect(options(page)).toHaveCount(0);
  await producers.pressSequentially('m');
  await expect(options(page)).toHaveCount(3);
  expect(asked.map(({ limit }) => limit)).toEqual([3]);
  await producers.pressSequentially('irah');
  await expect(options(page)).toHaveText(['@miraholtFan']);
  await producers.press('ArrowDown');
  await producers.press('Enter');
  await expect(tags(page, 'Producers')).toHaveText(['@miraholt']);
  await expect(producers).toHaveValue('');

  await producers.fill('@MiraHolt');
  await producers.press('Enter');
  await expect(producers).toHaveValue('');
  await expect(tags(page, 'Producers')).toHaveText(['@miraholt']);
  await producers.fill('@nobody-is-called-so');
  await producers.press('Enter');
  await expect(producers).toHaveAccessibleDescription(/No user is called @nobody-is-called-so/);
  await expect(tags(page, 'Producers')).toHaveCount(1);
});

test('[R-REL-07] the lookup waits 300 ms for the next letter, and an old answer never shows', {
  tag: ['@once', '@long'],
}, async ({ page, signIn }) => {
  await openForm(page, signIn);
  const asked: string[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/documents:runQuery', async (route) => {
    const text = JSON.stringify(route.request().postDataJSON());
    asked.push(/"stringValue":"(\w*)"/.exec(text)?.[1] ?? '');
    if (asked.length === 1) await held;
    await route.continue().catch(() => {});
  });
  const producers = combo(page, 'Producers');
  await stopClock(page);
  await producers.pressSequentially('@ok');
  await page.clock.runFor(299);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['ok']);

  await lookFor(producers, '@mira');
  await page.clock.runFor(300);
  await expect(options(page)).toHaveText(['@miraholtFan']);
  letGo();
  await page.clock.runFor(5_000);
  await expect(options(page)).toHaveText(['@miraholtFan']);
  expect(asked).toEqual(['ok', 'mira']);
});

test('[R-REL-07] a username that no one has keeps the release from the review', {
  tag: ['@once', '@long'],
}, async ({ page, signIn }) => {
  await openForm(page, signIn);
  await fillIn(page);
  const labels = combo(page, 'Record labels');
  await labels.fill('@nobody-is-called-so');
  // While the list is open the button is hidden from those who hear it, not from the mouse; a press
  // that comes while it opens only closes it.
  await expect(async () => {
    await page.getByText('Review release').click();
    await expect(labels).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await expect(labels).toHaveAccessibleDescription(/No user is called @nobody-is-called-so/);
  await expect(page).toHaveURL('/release');
  await labels.fill('North Quay Records');
  await reviewButton(page).click();
  await expect(page).toHaveURL('/view-dat-submission');
  await expect(page.getByText('North Quay Records', { exact: true })).toBeVisible();
});
