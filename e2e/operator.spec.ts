import { inbox } from '@datchain/functions/testing/inbox.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Page } from '@playwright/test';
import { asMember } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { releaseDat } from './support/editions.ts';
import type { OwnAccount } from './support/fixtures.ts';
import { aPng } from './support/release-form.ts';
import {
  aSongName,
  test as base,
  expect,
  goToReview,
  ownWav,
  submitButton,
  takeOffLists,
} from './support/releases.ts';

type People = {
  /** Somebody who runs the desk. */
  newDeskOperator: () => Promise<OwnAccount>;
  /** A fan with a username. */
  newFan: () => Promise<OwnAccount & { username: string }>;
};

const test = base.extend<People>({
  newDeskOperator: async ({ admin: { firestore }, newAccount }, use) => {
    const uids: string[] = [];
    await use(async () => {
      const account = await newAccount();
      uids.push(account.uid);
      await firestore.doc(docs.operator(account.uid)).set({ at: 0 });
      return account;
    });
    await Promise.all(uids.map((uid) => firestore.doc(docs.operator(uid)).delete()));
  },
  newFan: async ({ admin, newAccount }, use) => {
    await use(async () => asMember(admin, await newAccount()));
  },
});

/** Decides at the desk, with a reason. */
async function decide(page: Page, button: string, verb: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(reason);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('[N-PPL-09] [N-PPL-10] a fan applies from a phone, an operator allows it, the first work is released', {
  tag: '@small',
}, async ({ page, browser, stack, signIn, newFan, newDeskOperator }) => {
  test.slow();
  const [fan, operator] = [await newFan(), await newDeskOperator()];
  const name = `The ${fan.username} Band`;
  const main = page.getByRole('main');
  await signIn(page, fan);
  await page.goto('/release');
  await main.getByRole('link', { name: 'Apply to release' }).click();
  await page.getByLabel('Artist name').fill(name);
  await page.getByLabel('Where your music is').fill('music.example/us');
  await page.getByLabel('Your own page').fill('https://us.example');
  await page.getByText('I do', { exact: true }).click();
  await expectAccessible(page, 'the form of an application');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(main).toContainText('We are listening.');

  const desk = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await signIn(desk, operator);
  await desk.goto('/operator');
  await decide(desk, `Accept ${name}`, 'Accept', 'We liked all of it.');
  await expect(desk.getByRole('main')).toContainText('Allowed to release');
  await expectAccessible(desk, 'the operators’ desk');
  await desk.context().close();

  await page.goto('/notifications');
  await expect(main.getByRole('listitem')).toContainText(['You can release now']);
  await stack.runScheduled('sendMailsJob');
  const [mail] = await inbox(stack.addresses).of(fan.email);
  expect([mail?.subject, mail?.text]).toEqual([
    'You can release now',
    expect.stringContaining('We listened to your music. We liked all of it.'),
  ]);

  await page.goto('/release');
  await expect(main).toContainText(`${name} (@${fan.username})`);
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('cover.png'));
  await page.getByLabel('Audio', { exact: true }).setInputFiles(ownWav());
  await page.getByLabel('Song name').fill(aSongName());
  await page.getByLabel('Genre').selectOption('indie');
  await goToReview(page);
  const released = page.waitForEvent('dialog');
  await submitButton(page).click();
  const alert = await released;
  expect(alert.message()).toBe('DAT released successfully!');
  await alert.accept();
  const news = page.getByRole('complementary', { name: 'Your release' });
  await expect(news).toContainText('is out');
  await news.getByRole('link', { name: 'Share it' }).click();
  await expect(main.getByRole('region', { name: 'Share this work' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Set up payouts' })).toBeVisible();
});

test('[N-PPL-11] [N-FST-04] a visitor reports a work; an operator takes it down, its page says why, and it can come back', {
  tag: '@once',
}, async ({ page, admin, browser, stack, signIn, newDeskOperator }) => {
  const operator = await newDeskOperator();
  const dat = await releaseDat(admin, { editions: 2, priceCents: 1_000, song: aSongName() });
  const main = page.getByRole('main');
  await page.goto(`/viewdat/${dat.id}`);
  await page.getByRole('button', { name: 'More Options' }).click();
  await page.getByRole('link', { name: 'Report this work' }).click();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(main).toContainText('Choose what is wrong.');
  await expect(main).toContainText('Invalid email format.');
  await page.getByLabel('What is wrong?').selectOption('It uses music that is not theirs');
  await page.getByLabel('Tell us more').fill('A sample of ours.');
  await page.getByLabel('Your name').fill('North Quay Records');
  await page.getByLabel('E-mail').fill('rights@northquay.example');
  await expectAccessible(page, 'the form of a report');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(main).toContainText('Thank you. A person looks at it');

  const desk = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await signIn(desk, operator);
  await desk.goto('/operator');
  await expect(desk.getByRole('main')).toContainText('“A sample of ours.”');
  await decide(desk, `Take down ${dat.id}`, 'Take down', 'A sample is not cleared.');
  await page.goto(`/viewdat/${dat.id}`);
  await expect(main).toContainText(/Taken down on .+ Reason: A sample is not cleared\./);
  await stack.runScheduled('sendMailsJob');
  const [mail] = await inbox(stack.addresses).of('rights@northquay.example');
  expect([mail?.subject, mail?.text]).toEqual([
    `${dat.id}, which you reported, was taken down`,
    expect.stringContaining('Reason: A sample is not cleared. To answer, write to'),
  ]);
  await desk.context().close();
  await takeOffLists(dat.id);
  await dat.remove();
});
