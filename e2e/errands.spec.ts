import { randomBytes } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { asMember } from '@datchain/testing/browsers/accounts.ts';
import type { Admin } from '@datchain/testing/browsers/admin.ts';
import { test as base } from '@datchain/testing/browsers/drivers/fixture.ts';
import { launchBrowser } from '@datchain/testing/browsers/drivers/launch.ts';
import {
  listComplaints,
  type Visitor,
  visitorWith,
} from '@datchain/testing/browsers/drivers/visitor.ts';
import { type OwnDat, releaseDat } from '@datchain/testing/browsers/editions.ts';
import { expect, type OwnAccount } from '@datchain/testing/browsers/fixtures.ts';
import { findUid } from '@datchain/testing/browsers/newcomer.ts';
import { aPng } from '@datchain/testing/browsers/release-form.ts';
import { aSongName, ownWav, takeOffLists } from '@datchain/testing/browsers/releases.ts';
import { shownDat } from '@datchain/testing/browsers/screens.ts';
import { storedSession } from '@datchain/testing/browsers/stored-session.ts';

base.describe.configure({ mode: 'parallel' });

type People = {
  dat: OwnDat;
  deskOperator: OwnAccount;
};

const test = base.extend<People>({
  dat: async ({ admin }, use) => {
    const dat = await releaseDat(admin, { editions: 1, priceCents: 1_000, song: aSongName() });
    await use(dat);
    await takeOffLists(dat.id);
    await dat.remove();
  },
  deskOperator: async ({ admin: { firestore }, newAccount }, use) => {
    const account = await newAccount();
    const desk = firestore.doc(docs.operator(account.uid));
    await desk.set({ at: 0 });
    await use(account);
    await desk.delete();
  },
});

async function decide(
  visitor: Visitor,
  { button, verb, reason, done }: { button: RegExp; verb: RegExp; reason: string; done: RegExp },
) {
  await visitor.open('/operator');
  await visitor.press(button);
  await visitor.fill(/^(Reason|Message)/, reason);
  await visitor.press(verb);
  await visitor.sees(done);
}

const listWorks = async ({ firestore }: Admin, uid: string): Promise<string[]> => {
  const pages = await firestore.collection(docs.assetsSummaries).get();
  const works = pages.docs.flatMap((page): { id: string; creatorId: string }[] =>
    page.get('assets'),
  );
  return works.filter(({ creatorId }) => creatorId === uid).map(({ id }) => id);
};

for (const name of ['Firefox', 'WebKit'] as const) {
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    const where = `[N-BRW-01] in ${name} at ${width} px`;
    const long = { tag: ['@once', '@long'] };

    test(
      `${where} a visitor opens a work, signs up, buys tokens by card and an edition with them`,
      long,
      async ({ launched, stack, admin, market, dat, ownAccounts }) => {
        test.slow();
        const browser = await launched(launchBrowser(name));
        await browser.resize(width, height);
        const visitor = visitorWith(browser, stack.addresses.hosting);
        await visitor.open('/dats');
        await visitor.open(`/viewdat/${shownDat.id}`);
        await visitor.press(/^Holders$/);
        await visitor.sees(/@\w+/);
        await visitor.press(/^Close/);

        const username = `e2e${randomBytes(4).toString('hex')}`;
        const email = `${username}@dats.test`;
        const password = 'a-password';
        await visitor.open('/signup');
        await visitor.fill(/^E-mail$/, email);
        await visitor.fill(/^Password$/, password);
        await visitor.fill(/^Username$/, username);
        await visitor.press(/^SIGN UP$/);
        await visitor.isAt(/^\/home$/);
        ownAccounts.push({ email, password, uid: (await findUid(admin, email)) ?? '' });

        await visitor.open(`/tdc/block/${await market.newBlock(50, 100)}`);
        await visitor.press(/^BUY TOKENS$/);
        await visitor.fill(/^Quantity/, '40');
        await visitor.press(/^Confirm$/);
        await visitor.isAt(/^\/c\/pay\//);
        await visitor.press(/^Pay \$/);
        await visitor.sees(/40 tokens are in your wallet\./);

        await visitor.open(`/buy/${dat.id}/1`);
        await visitor.press(/^Buy for \$10\.00/);
        await visitor.sees(/DAT #1 is yours/);
        await visitor.press(/^See it in your wallet$/);
        await visitor.isAt(/^\/wallet\/dat\//);
        await visitor.open('/wallet');
        await visitor.sees(/1 work, 1 edition/);
        await visitor.open('/logout');
        await visitor.open('/wallet');
        await visitor.sees(/Log in/);
        expect(listComplaints(browser)).toEqual([]);
      },
    );

    test(
      `${where} a fan applies to release, an operator accepts it, and the first work is released`,
      long,
      async ({ launched, stack, admin, newAccount, deskOperator }) => {
        test.slow();
        const fan = await asMember(admin, await newAccount());
        const band = `The ${fan.username} Band`;
        const browser = await launched(launchBrowser(name));
        await browser.resize(width, height);
        const visitor = visitorWith(browser, stack.addresses.hosting);
        await visitor.signIn(await storedSession(stack, admin, fan));
        await visitor.open('/desk/apply');
        await visitor.fill(/^Artist name/, band);
        await visitor.fill(/^Where your music is/, 'music.example/us');
        await visitor.fill(/^Your own page/, 'https://us.example');
        await visitor.press(/^I do$/);
        await visitor.press(/^Send application$/);
        await visitor.sees(/We are listening\./);

        await visitor.signIn(await storedSession(stack, admin, deskOperator));
        await decide(visitor, {
          button: new RegExp(`^Accept ${band}`),
          verb: /^Accept$/,
          reason: 'We liked all of it.',
          done: new RegExp(`${band} can release now\\.`),
        });

        await visitor.signIn(await storedSession(stack, admin, fan));
        await visitor.open('/notifications');
        await visitor.sees(/You can release now/);
        const song = aSongName();
        await visitor.open('/release');
        await visitor.sees(new RegExp(`@${fan.username}`));
        await visitor.choose(/^Artwork$/, await aPng('cover.png'));
        await visitor.choose(/^Audio$/, ownWav());
        await visitor.fill(/^Song name$/, song);
        await visitor.fill(/^Genre$/, 'indie');
        await visitor.press(/^Review release$/);
        await visitor.isAt(/^\/view-dat-submission$/);
        await visitor.press(/^Submit$/);
        await visitor.isAt(/^\/$/);
        const [datId = ''] = await listWorks(admin, fan.uid);
        await visitor.open(`/viewdat/${datId}`);
        await visitor.sees(new RegExp(song));
        expect(listComplaints(browser)).toEqual([]);
        await takeOffLists(datId);
      },
    );

    test(
      `${where} a visitor reports a work, and an operator takes it down`,
      long,
      async ({ launched, stack, admin, dat, deskOperator }) => {
        test.slow();
        const browser = await launched(launchBrowser(name));
        await browser.resize(width, height);
        const visitor = visitorWith(browser, stack.addresses.hosting);
        await visitor.open(`/viewdat/${dat.id}`);
        await visitor.press(/^More Options$/);
        await visitor.press(/^Report this work$/);
        await visitor.fill(/^What is wrong\?/, 'rights');
        await visitor.fill(/^Tell us more/, 'A sample of ours.');
        await visitor.fill(/^Your name/, 'North Quay Records');
        await visitor.fill(/^E-mail/, 'rights@northquay.example');
        await visitor.press(/^Send report$/);
        await visitor.sees(/Thank you\. A person will look at it/);

        await visitor.signIn(await storedSession(stack, admin, deskOperator));
        await decide(visitor, {
          button: new RegExp(`^Take down ${dat.id}`),
          verb: /^Take down$/,
          reason: 'A sample is not cleared.',
          done: /is taken down\./,
        });
        await visitor.open(`/viewdat/${dat.id}`);
        await visitor.sees(/Taken down on .+ Reason: A sample is not cleared\./);
        expect(listComplaints(browser)).toEqual([]);
      },
    );
  }
}
