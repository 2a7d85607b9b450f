import {
  combo,
  fillIn,
  lookFor,
  options,
  reviewButton,
  stopClock,
  tags,
} from '@datchain/testing/browsers/release-form.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { PortalPage } from '../../testing/played/played-portal.ts';
import type { PlayedServices } from '../../testing/played/played-services.ts';
import { keepDraft } from './testing/kept-draft.ts';
import { type AskedQuery, playUsers, readQuery } from './testing/played-documents.ts';
import { askedBesidesSession, releaseSite } from './testing/release-site.ts';

const site = releaseSite();

const everybody = ['miraholt', 'minaroth', 'mo', 'mzungu', 'okafor'];
const findByPrefix = ({ compared, limit }: AskedQuery) =>
  everybody
    .filter((username) => username.startsWith(compared[0]?.[1] ?? '?'))
    .slice(0, limit)
    .map((username) => ({ username }));

/**
 * Opens the form, and waits for its first render before a test stops the clock, which rendering
 * needs.
 */
async function openForm(prepare?: (services: PlayedServices) => void): Promise<PortalPage> {
  const opened = await site.open('/release', prepare);
  await expect(combo(opened.page, 'Producers')).toBeVisible();
  return opened;
}

async function add(page: Page, label: string, text: string): Promise<void> {
  await combo(page, label).fill(text);
  await combo(page, label).press('Enter');
}

describe('free tags', () => {
  test('[R-REL-07] a tag is trimmed; empty tags and duplicates in any case are left out', async () => {
    const { page, services } = await openForm();
    const producers = combo(page, 'Producers');
    for (const text of [
      '  Joe Castellanos ',
      '   ',
      'Joe Castellanos',
      'JOE castellanos',
      'Quay',
    ]) {
      await add(page, 'Producers', text);
      await expect(producers).toHaveValue('');
    }
    await expect(tags(page, 'Producers')).toHaveText(['Joe Castellanos', 'Quay']);
    await expect(producers).toHaveAccessibleDescription('2 of 10');
    await add(page, 'Songwriters', 'Quay');
    await expect(tags(page, 'Songwriters')).toHaveText(['Quay']);
    await page.getByRole('button', { name: 'Remove Joe Castellanos' }).click();
    await expect(tags(page, 'Producers')).toHaveText(['Quay']);
    expect(askedBesidesSession(services)).toEqual([]);
  });

  test('[R-REL-07] each of three lists holds 10, record labels 6, and the next one is refused', async () => {
    const { page } = await openForm();
    const names = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `tag:${index}`, tag: `Name ${index}` }));
    await keepDraft(page, {
      contributors: {
        producers: names(9),
        songwriters: names(9),
        artistFeatures: names(9),
        recordLabels: names(5),
      },
    });
    for (const [label, most] of [
      ['Producers', 10],
      ['Songwriters', 10],
      ['Artist features', 10],
      ['Record labels', 6],
    ] as const) {
      const field = combo(page, label);
      await expect(field).toHaveAccessibleDescription(`${most - 1} of ${most}`);
      await add(page, label, 'The last');
      await expect(tags(page, label)).toHaveCount(most);
      await expect(field).toHaveAccessibleDescription(`${most} of ${most}`);
      await add(page, label, 'One more');
      await expect(field).toHaveAccessibleDescription(new RegExp(`${most} is the maximum\\.`));
      await expect(tags(page, label)).toHaveCount(most);
      await expect(tags(page, label).last()).toHaveText('The last');
      await field.fill('');
    }
  });

  test('[R-REL-07] each of the inputs takes 50 characters and no more', async () => {
    const { page } = await openForm((services) => playUsers(services, () => []));
    for (const label of ['Producers', 'Songwriters', 'Artist features', 'Record labels']) {
      const field = combo(page, label);
      // Types the last characters like a person: the browser refuses those beyond the limit.
      await field.fill('x'.repeat(48));
      await field.pressSequentially('xxxx');
      await expect(field).toHaveValue('x'.repeat(50));
      await field.press('Enter');
      await expect(tags(page, label)).toHaveText('x'.repeat(50));
    }
    await combo(page, 'Producers').fill(`@${'y'.repeat(47)}`);
    await combo(page, 'Producers').pressSequentially('yyyy');
    await expect(combo(page, 'Producers')).toHaveValue(`@${'y'.repeat(49)}`);
  });

  test.each(['x', '@x'])(
    '[R-REL-07] %s and 120 keys without a pause between them leave what was typed',
    { tags: 'long' },
    async (start) => {
      const { page } = await openForm((services) => playUsers(services, () => []));
      const producers = combo(page, 'Producers');
      await producers.fill(start);
      await page.evaluate(async () => {
        for (let pair = 0; pair < 60; pair++) {
          document.execCommand('insertText', false, 'y');
          await Promise.resolve();
          document.execCommand('delete');
          await Promise.resolve();
        }
      });
      await expect(producers).toHaveValue(start);
      // The list is driven by texts it has seen: back at the same text, it waits for the next key.
      await producers.press('y');
      await expect(producers).toHaveValue(`${start}y`);
      await expect(producers).toHaveAttribute('aria-expanded', String(start === '@x'));
    },
  );
});

describe('an @ and a username', () => {
  test('[R-REL-07] the @ alone looks up no one; one letter finds three usernames, of which one can be picked', async () => {
    const { page, services } = await openForm((played) => playUsers(played, findByPrefix));
    const producers = combo(page, 'Producers');
    await stopClock(page);
    await producers.pressSequentially('@');
    await page.clock.runFor(5_000);
    expect(services.askedOf(':runQuery')).toEqual([]);
    await producers.pressSequentially('M');
    await page.clock.runFor(300);
    await expect(options(page)).toHaveText(['@miraholtFan', '@minarothFan', '@moFan']);
    expect(services.askedOf(':runQuery').map(readQuery)).toEqual([
      {
        collection: 'users',
        field: 'username_lower',
        compared: [
          ['GREATER_THAN_OR_EQUAL', 'm'],
          ['LESS_THAN_OR_EQUAL', 'm\uf8ff'],
        ],
        limit: 3,
      },
    ]);
    await producers.press('ArrowDown');
    await producers.press('ArrowDown');
    await producers.press('Enter');
    await expect(tags(page, 'Producers')).toHaveText(['@minaroth']);
    await expect(producers).toHaveValue('');

    await lookFor(producers, '@MinaRoth');
    await page.clock.runFor(300);
    await expect(options(page)).toHaveText(['@minarothFan']);
    await producers.press('Enter');
    await expect(producers).toHaveValue('');
    await expect(tags(page, 'Producers')).toHaveText(['@minaroth']);
  });

  test('[R-REL-07] the lookup waits until nothing was typed for 300 ms', async () => {
    const { page, services } = await openForm((played) => playUsers(played, findByPrefix));
    const asked = () =>
      services.askedOf(':runQuery').map((one) => readQuery(one).compared.at(0)?.[1]);
    const producers = combo(page, 'Producers');
    await stopClock(page);
    await producers.pressSequentially('@m');
    await page.clock.runFor(299);
    await producers.pressSequentially('i');
    await page.clock.runFor(299);
    expect(asked()).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(asked).toEqual(['mi']);
    await expect(options(page)).toHaveText(['@miraholtFan', '@minarothFan']);
  });

  test('[R-REL-07] a late answer to an earlier lookup never shows', { tags: 'long' }, async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { page, services } = await openForm((played) =>
      playUsers(played, async (query) => {
        if (query.compared.at(0)?.[1] === 'ok') await held;
        return findByPrefix(query);
      }),
    );
    const producers = combo(page, 'Producers');
    await stopClock(page);
    await producers.pressSequentially('@ok');
    await page.clock.runFor(300);
    await expect.poll(() => services.askedOf(':runQuery').length).toBe(1);
    await lookFor(producers, '@mira');
    await page.clock.runFor(300);
    await expect(options(page)).toHaveText(['@miraholtFan']);
    letGo();
    await page.clock.runFor(5_000);
    await expect(options(page)).toHaveText(['@miraholtFan']);
    expect(services.askedOf(':runQuery')).toHaveLength(2);
  });

  test('[R-REL-07] an unknown username is not a credit, and blocks the way to the review', async () => {
    const { page } = await openForm((services) =>
      playUsers(services, ({ field }) =>
        field === 'ArtistNameLower' ? [{ username: 'adaokonjo', artistName: 'Ada Okonjo' }] : [],
      ),
    );
    await fillIn(page);
    const labels = combo(page, 'Record labels');
    await labels.fill('@nobody');
    await labels.press('Enter');
    await expect(labels).toHaveAccessibleDescription(/No user is called @nobody\./);
    await expect(tags(page, 'Record labels')).toHaveCount(0);
    await labels.press('Escape');
    await reviewButton(page).click();
    await expect(labels).toBeFocused();
    expect(new URL(page.url()).pathname).toBe('/release');
    await labels.fill('North Quay');
    await reviewButton(page).click();
    await page.waitForURL('**/view-dat-submission');
    await expect(page.getByText('North Quay', { exact: true })).toBeVisible();
  });

  test('[N-FST-05] a lookup that failed says so, is tried again with Enter, and keeps nobody from the review', async () => {
    site.expectComplaint(/status of 403/);
    const failed = 'Could not look up usernames. Try again, or leave out the @.';
    const { page, services } = await openForm((played) =>
      playUsers(played, ({ field }) =>
        field === 'ArtistNameLower' ? [{ username: 'adaokonjo', artistName: 'Ada Okonjo' }] : [],
      ),
    );
    await fillIn(page);
    services.play('documents:runQuery', { status: 403, json: {} });
    const labels = combo(page, 'Record labels');
    await lookFor(labels, '@mira');
    await expect(page.locator('.combo-empty')).toHaveText(failed);
    await labels.press('Enter');
    await expect(labels).toHaveAccessibleDescription(new RegExp(failed));
    await expect(page.getByText('No user')).toHaveCount(0);

    playUsers(services, findByPrefix);
    await labels.press('Enter');
    await expect(labels).toHaveAccessibleDescription(/No user is called @mira\./);
    await labels.fill('@mo');
    await labels.press('Enter');
    await expect(tags(page, 'Record labels')).toHaveText(['@mo']);

    services.play('documents:runQuery', { status: 403, json: {} });
    await labels.fill('@mina');
    await labels.press('Enter');
    await expect(labels).toHaveAccessibleDescription(new RegExp(failed));
    await labels.press('Escape');
    await reviewButton(page).click();
    await page.waitForURL('**/view-dat-submission');
    await expect(page.getByText('@mo', { exact: true })).toBeVisible();
  });
});
