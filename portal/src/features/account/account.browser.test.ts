import { aPicture } from '@datchain/functions/pictures/testing/pictures.ts';
import { noRest } from '@datchain/shared/domain/books/rest.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Locator } from '@playwright/test';
import { describe, test } from 'vitest';
import { portalSite } from '../../testing/portal-site.ts';

const portal = portalSite();

const user = { uid: 'fan', email: 'fan@dats.test' };
const account = {
  username: 'lenafo',
  name: 'Lena',
  artistName: '',
  imageUrl: '',
  about: '',
  links: [],
  email: 'fan@dats.test',
  isConfirmed: true,
};
const open = { isClosed: false, reasons: [], rest: noRest, works: 0, unsold: 0, editions: [] };
const opened = (change: object = {}, calls: object = {}) =>
  portal.open('/account', {
    user,
    calls: {
      getAccount: { result: { ...account, ...change } },
      setLedgerHandle: { result: { handle: 'shown' } },
      getFollows: { result: { artists: [], next: null } },
      ...calls,
    },
  });

describe('/account', () => {
  test('[N-PPL-01] a name is changed in a dialog of one field and confirmed in its row', async () => {
    const { page, asked } = await opened(
      {},
      { changeAccount: { result: { ...account, name: 'Lena <b>Fjeldstad' } } },
    );
    const main = page.getByRole('main');
    const change = main.getByRole('button', { name: 'Change Name', exact: true });
    await expect(change).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
    await change.click();
    const dialog = page.getByRole('dialog', { name: 'Change name' });
    await expect(dialog.getByRole('textbox')).toHaveCount(1);
    await expect(dialog.getByLabel('Name')).toHaveValue('Lena');
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel('Name').fill(' \u200b ');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await expect(dialog).toContainText('Enter a name.');
    await dialog.getByLabel('Name').fill('x'.repeat(2_000));
    await dialog.getByRole('button', { name: 'Change' }).click();
    await expect(dialog).toContainText('A name can have at most 120 characters.');
    expect(asked.filter(({ name }) => name === 'changeAccount')).toHaveLength(0);
    await dialog.getByLabel('Name').fill('Lena <b>Fjeldstad');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await expect(dialog).toBeHidden();
    const row = main.getByRole('listitem').filter({ hasText: 'Name changed.' });
    await expect(row).toContainText('Lena <b>Fjeldstad');
    expect(asked.filter(({ name }) => name === 'changeAccount').map(({ input }) => input)).toEqual([
      { name: 'Lena <b>Fjeldstad' },
    ]);
  });

  test('[N-PPL-07] followed artists are listed, each with a link to unfollow', async () => {
    const artists = [{ username: 'adaokonjo', name: 'Ada <i>Okonjo' }];
    const { page } = await opened({}, { getFollows: { result: { artists, next: null } } });
    const row = page.getByRole('listitem').filter({ hasText: 'Artists you follow' });
    const link = row.getByRole('link', { name: 'Ada <i>Okonjo' });
    await expect(link).toHaveAttribute('href', '/follow/adaokonjo');
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });

  test('[N-PPL-07] further followed artists are shown on demand, and a failure keeps the first', async () => {
    const [ada, bo] = ['Ada', 'Bo'].map((name) => ({ username: name.toLowerCase(), name }));
    const { page, asked, answer } = await opened(
      {},
      { getFollows: { result: { artists: [ada], next: 'artist-1' } } },
    );
    const row = page.getByRole('listitem').filter({ hasText: 'Artists you follow' });
    const more = row.getByRole('button', { name: /^Show more/ });
    await expect(more).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
    portal.expectComplaint(/500/);
    answer('getFollows', { status: 500, message: 'They could not be looked up. Try again.' });
    await more.click();
    await expect(row.getByText('They could not be looked up. Try again.')).toBeVisible();
    answer('getFollows', { result: { artists: [bo], next: null } });
    await more.click();
    await expect(row.getByRole('link')).toHaveText(['Ada', 'Bo']);
    await expect(more).toBeHidden();
    const inputs = asked.filter(({ name }) => name === 'getFollows').map(({ input }) => input);
    expect(inputs.at(-1)).toEqual({ after: 'artist-1' });
  });

  test('[N-PPL-01] a username that is taken says so, and what was typed stays', async () => {
    portal.expectComplaint(/409/);
    const message = 'Username already taken';
    const { page } = await opened({}, { changeAccount: { status: 409, message } });
    await page.getByRole('button', { name: 'Change Username' }).click();
    const field = page.getByRole('dialog').getByLabel('Username');
    await field.fill('é');
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await expect(page.getByRole('dialog')).toContainText('letters from A to Z');
    await field.fill('lenafo2');
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(field).toHaveValue('lenafo2');
  });

  test('[N-PPL-06] about and links are changed in a dialog of one field each', {
    tags: 'long',
  }, async () => {
    const links = ['https://ada.example/music', 'https://label.example/'];
    const { page, asked } = await opened(
      {},
      { changeAccount: { result: { ...account, about: 'Sings <b>.', links } } },
    );
    const change = async (name: string, texts: readonly [string, string][], last: string) => {
      await page.getByRole('button', { name: `Change ${name}`, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('textbox')).toHaveCount(1);
      expect(await axeFaults(page)).toEqual([]);
      for (const [text, problem] of texts) {
        await dialog.getByLabel(name).fill(text);
        await dialog.getByRole('button', { name: 'Change' }).click();
        await expect(dialog).toContainText(problem);
      }
      await dialog.getByLabel(name).fill(last);
      await dialog.getByRole('button', { name: 'Change' }).click();
      await expect(dialog).toBeHidden();
      return page.getByRole('listitem').filter({ hasText: `${name} changed.` });
    };
    const tooLong = 'Write at most 400 characters about yourself.';
    const about = await change('About', [['a'.repeat(401), tooLong]], 'Sings <b>.');
    await expect(about).toContainText('Sings <b>.');
    const six = Array.from({ length: 6 }, (_, at) => `https://ada.example/${at}`).join('\n');
    const wrong: [string, string][] = [
      ['http://ada.example', 'Give the address of a page, such as https://example.com/you.'],
      [six, 'Link to at most 5 pages.'],
    ];
    const row = await change('Links', wrong, ` ${links[0]} \n\n${links[1]}\n`);
    await expect(row).toContainText('ada.example/music');
    expect(asked.filter(({ name }) => name === 'changeAccount').map(({ input }) => input)).toEqual([
      { about: 'Sings <b>.' },
      { links },
    ]);
  });

  test('[N-PPL-01] changing e-mail or password asks for the password; an artist’s username cannot change', async () => {
    const { page, asked } = await opened({ artistName: 'Kestrel', isConfirmed: false });
    await expect(page.getByRole('button', { name: 'Change Username' })).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('Not confirmed yet.');
    for (const name of ['Change E-mail', 'Change Password']) {
      await page.getByRole('button', { name }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByLabel(/^New /)
        .fill(name === 'Change E-mail' ? 'me@home.example' : '123456');
      await dialog.getByRole('button', { name: 'Change' }).click();
      await expect(dialog).toContainText('Enter your password.');
      expect(await axeFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
    expect(asked.map(({ name }) => name)).not.toContain('changeLogin');
  });

  test('[N-PPL-01] a file that is no picture is refused before it is sent', async () => {
    const { page, asked } = await opened();
    await page.getByRole('button', { name: 'Change Picture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change picture' });
    const put = async (name: string, mimeType: string) => {
      const buffer = Buffer.from('<svg onload="alert(1)"/>');
      await dialog.getByLabel('Picture').setInputFiles({ name, mimeType, buffer });
      await dialog.getByRole('button', { name: 'Change' }).click();
    };
    await put('me.svg', 'image/svg+xml');
    await expect(dialog).toContainText('A profile picture must be a PNG, JPEG or WebP file.');
    await put('me.png', 'image/png');
    await expect(dialog).toContainText('A profile picture must be a PNG, JPEG or WebP file.');
    expect(asked.map(({ name }) => name)).not.toContain('changeAccount');
  });

  test('[N-INP-10] a truncated picture and one of too many pixels are not sent', async () => {
    const { page, asked } = await opened();
    await page.getByRole('button', { name: 'Change Picture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change picture' });
    await expect(dialog).toContainText(
      'PNG, JPEG or WebP, up to 5 MB and 60 megapixels. It is cut to a square.',
    );
    const put = async (buffer: Buffer) => {
      await dialog.getByLabel('Picture').setInputFiles({ name: 'me', mimeType: '', buffer });
      await dialog.getByRole('button', { name: 'Change' }).click();
    };
    const whole = await aPicture(200, 200).jpeg().toBuffer();
    await put(Buffer.concat([whole.subarray(0, whole.length >> 1), Buffer.from([0xff, 0xd9])]));
    await expect(dialog).toContainText('A profile picture must be whole. This file is cut off');
    const large = await aPicture(20, 20).png().toBuffer();
    large.writeUInt32BE(9_000, 16);
    large.writeUInt32BE(7_000, 20);
    await put(large);
    await expect(dialog).toContainText(
      'A profile picture can have at most 60 megapixels. This one has 9,000 × 7,000: make it smaller.',
    );
    expect(asked.map(({ name }) => name)).not.toContain('changeAccount');
  });

  test('[N-PPL-01] the picture’s dialog can be cancelled, and removes a picture if there is one', {
    tags: 'long',
  }, async () => {
    for (const imageUrl of ['', '/me.webp']) {
      const without = { result: account };
      const { page, asked } = await opened({ imageUrl }, { changeAccount: without });
      const press = () => page.getByRole('button', { name: 'Change Picture' }).click();
      await press();
      const dialog = page.getByRole('dialog', { name: 'Change picture' });
      const remove = dialog.getByRole('button', { name: 'Remove' });
      await expect(remove).toHaveCount(imageUrl ? 1 : 0);
      await dialog
        .getByLabel('Picture')
        .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('me') });
      await expect(dialog).toContainText('me.png');
      expect(await axeFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      const changes = () => asked.filter(({ name }) => name === 'changeAccount');
      expect(changes()).toEqual([]);
      if (!imageUrl) continue;
      await press();
      await remove.click();
      await expect(dialog).toBeHidden();
      expect(changes().map(({ input }) => input)).toEqual([{ picture: 'none' }]);
    }
  });

  test('[N-PPL-03] the dialog lists what must happen before the account can be deleted, with links', async () => {
    const reasons = [
      { text: 'You hold 7 tokens.', href: '/wallet' },
      { text: 'You have earned $188.95.', href: '/cashout' },
    ];
    const { page } = await opened({}, { getClosing: { result: { ...open, reasons } } });
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    await expect(dialog.getByRole('link', { name: 'You hold 7 tokens.' })).toHaveAttribute(
      'href',
      '/wallet',
    );
    await expect(dialog.getByRole('link', { name: 'You have earned $188.95.' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Delete for good' })).toHaveCount(0);
    expect(await axeFaults(page)).toEqual([]);
  });

  test('[N-PPL-03] deleting an account with nothing open asks for the password, and can be cancelled', async () => {
    const { page, asked } = await opened({}, { getClosing: { result: open } });
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    await expect(dialog).not.toContainText('give up');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog).toContainText('Enter your password.');
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep my account' }).click();
    await expect(dialog).toBeHidden();
    expect(asked.map(({ name }) => name)).not.toContain('closeAccount');
  });

  test('[N-FST-06] an owner can choose what happens to each edition', async () => {
    const salt = { datId: 'salt', song: 'Salt on the Wires' };
    const closing = {
      ...open,
      editions: [
        { ...salt, number: 4, creator: 'ruthcalloway', isForSale: true },
        { ...salt, number: 7, creator: '', isForSale: false },
      ],
    };
    const { page, asked } = await opened({}, { getClosing: { result: closing } });
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    await expect(dialog).toContainText('First decide what happens to your 2 editions.');
    const [fourth, seventh] = [4, 7].map((number) =>
      dialog.getByRole('combobox', { name: `DAT #${number} of Salt on the Wires` }),
    ) as [Locator, Locator];
    await expect(fourth.getByRole('option')).toHaveText([
      'Keep it unnamed for good',
      'Give it back to @ruthcalloway',
      'Give it to another user',
    ]);
    // The artist of edition 7 has closed their account.
    await expect(seventh.getByRole('option')).toHaveText([
      'Keep it unnamed for good',
      'Give it to another user',
    ]);
    await expect(dialog.getByRole('textbox', { name: 'Username of the new owner' })).toHaveCount(0);
    await fourth.selectOption('Give it back to @ruthcalloway');
    await seventh.selectOption('Give it to another user');
    await dialog.getByRole('textbox', { name: 'Username of the new owner' }).fill('okafor');
    expect(await axeFaults(page)).toEqual([]);
    await expect(dialog).not.toContainText('shown without a name for good');
    await fourth.selectOption('Keep it unnamed for good');
    await expect(dialog).toContainText('shown without a name for good');
    expect(asked.map(({ name }) => name)).not.toContain('closeAccount');
  });

  test('[N-PPL-03] amounts too small to be paid out are named to the micro before the user gives them up', {
    tags: 'long',
  }, async () => {
    const rest = { earnedMicros: 3_214_501, changeMicros: 360_000, rewardQty: 1 };
    const { page } = await opened({}, { getClosing: { result: { ...open, rest } } });
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    const given = dialog.getByRole('listitem');
    await expect(given).toHaveText([
      '$3.214501 of earnings, which the platform keeps',
      '$0.36 of change, which the platform keeps',
      '1 reward token, whose part of the pool goes to all others',
    ]);
    expect(await axeFaults(page)).toEqual([]);
  });

  test('[N-PPL-03] an artist reads what becomes of their works and earnings before anything is closed', async () => {
    const closing = { ...open, works: 3, unsold: 1 };
    const { page, asked } = await opened(
      {},
      { getClosing: { result: closing }, closeAccount: { result: closing } },
    );
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    await expect(dialog).toContainText('Your 3 works stay');
    await expect(dialog).toContainText('Your unsold edition stays for sale.');
    await expect(dialog).toContainText('sales, royalties and streams go to the platform');
    await expect(dialog).not.toContainText('your username is free again');
    expect(await axeFaults(page)).toEqual([]);
    expect(asked.map(({ name }) => name)).not.toContain('closeAccount');
  });

  test('[N-PPL-01] a visitor is asked to log in', async () => {
    const { page } = await portal.open('/account');
    await expect(page.getByRole('main').getByRole('link', { name: 'LOG IN' })).toBeVisible();
  });
});
