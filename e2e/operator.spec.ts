import { docs } from '@datchain/shared/contracts/paths.ts';
import { asMember } from '@datchain/testing/browsers/accounts.ts';
import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { releaseDat } from '@datchain/testing/browsers/editions.ts';
import type { OwnAccount } from '@datchain/testing/browsers/fixtures.ts';
import {
  aSongName,
  test as base,
  expect,
  takeOffLists,
} from '@datchain/testing/browsers/releases.ts';
import { inbox } from '@datchain/testing/server/inbox.ts';
import type { Page } from '@playwright/test';

type People = {
  newDeskOperator: () => Promise<OwnAccount>;
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

async function decide(page: Page, button: string, verb: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(reason);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('[N-PPL-11] [N-FST-04] a visitor reports a work; an operator takes it down, its page says why, and the reporter gets an e-mail', {
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
  await expect(main).toContainText('Thank you. A person will look at it');

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
