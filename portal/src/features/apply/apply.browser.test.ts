import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect } from '@playwright/test';
import { describe, test } from 'vitest';
import { portalSite } from '../../testing/portal-site.ts';

const portal = portalSite();

const user = { uid: 'fan', email: 'fan@dats.test' };
const none = {
  state: 'none',
  username: 'tidepool',
  artistName: '',
  isArtist: false,
  sent: null,
  reason: null,
};
const sent = {
  artistName: 'Tide Pool',
  musicUrl: 'https://music.example/tidepool',
  pageUrl: 'https://tidepool.example',
  owns: 'artist',
  note: 'Hello',
};
const opened = (application: object, calls: object = {}) =>
  portal.open('/desk/apply', {
    user,
    calls: { getApplication: { result: application }, ...calls },
  });

describe('applying to release', () => {
  test('[N-PPL-09] the form names each missing answer at its field, and sends when all are given', async () => {
    const waiting = { ...none, state: 'waiting', artistName: 'Tide Pool', sent };
    const { page, asked } = await opened(none, { applyToRelease: { result: waiting } });
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Send application' }).click();
    await expect(main).toContainText('An artist name must have letters or digits.');
    await expect(main).toContainText('Give the address of a page with your songs.');
    await expect(main).toContainText('Give the address of a page where you speak as the artist.');
    await expect(main).toContainText('Say who owns the recordings.');
    await expect(page.getByLabel('Artist name')).toBeFocused();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByLabel('Artist name').fill('Tide Pool');
    await page.getByLabel('Where your music is').fill('music.example/tidepool');
    await page.getByLabel('Your own page').fill('https://tidepool.example');
    await page.getByText('I do', { exact: true }).click();
    await page.getByLabel('Anything else').fill('Hello');
    await main.getByRole('button', { name: 'Send application' }).click();
    await expect(main).toContainText('We are listening.');
    await expect(main).toContainText('https://music.example/tidepool');
    expect(asked.filter(({ name }) => name === 'applyToRelease')).toHaveLength(1);
    await main.getByRole('button', { name: 'Change it' }).click();
    await expect(page.getByLabel('Anything else')).toHaveValue('Hello');
  });

  test('[N-PPL-09] a declined application says why, and the artist can apply again', {
    tags: 'long',
  }, async () => {
    const { page } = await opened({ ...none, state: 'declined', sent, reason: 'Send a <page>.' });
    await expect(page.getByRole('main')).toContainText('Not yet.Send a <page>.');
    await expect(page.getByRole('button', { name: 'Send application' })).toBeEnabled();
    expect(await axeFaults(page)).toEqual([]);
  });

  test('[N-PPL-09] an accepted user is led to the form, and an artist applies under their own name', async () => {
    const { page } = await opened({ ...none, state: 'allowed', isArtist: true });
    await expect(page.getByRole('link', { name: 'Release a work' })).toBeVisible();
    const artist = await opened({ ...none, isArtist: true, artistName: 'Kestrel' });
    await expect(artist.page.getByLabel('Artist name')).toHaveValue('Kestrel');
    await expect(artist.page.getByLabel('Artist name')).toHaveJSProperty('readOnly', true);
  });

  test('[N-PPL-09] a refusal is shown in its own words, and what was typed stays', async () => {
    const taken = 'Another artist has this name, or one that looks like it.';
    portal.expectComplaint(/409/);
    const { page } = await opened(
      { ...none, state: 'declined', artistName: 'Tide Pool', sent, reason: 'No.' },
      { applyToRelease: { status: 409, message: taken } },
    );
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByRole('alert')).toHaveText(taken);
    await expect(page.getByLabel('Artist name')).toHaveValue('Tide Pool');
  });

  test.each([
    ['none', 'This account is not on the release list.', 'Apply to release'],
    ['waiting', 'We are listening.', 'See your application'],
  ])(
    '[N-PPL-09] the form to release says how far an application is: %s',
    async (state, text, label) => {
      const calls = { getApplication: { result: { ...none, state } } };
      const { page } = await portal.open('/release', { user, canRelease: false, calls });
      await expect(page.getByRole('main')).toContainText(text);
      await expect(page.getByRole('main').getByRole('link')).toHaveText(label);
      expect(await axeFaults(page)).toEqual([]);
    },
  );

  test('[N-PPL-09] a user who was accepted while the form was open loads it again', async () => {
    const calls = { getApplication: { result: { ...none, state: 'allowed' } } };
    const { page } = await portal.open('/release', { user, canRelease: false, calls });
    await expect(page.getByRole('main')).toContainText('This account is on the release list now.');
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Load the form' }).click();
    await loaded;
    expect(await axeFaults(page)).toEqual([]);
  });
});
