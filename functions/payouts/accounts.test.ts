import { expect, test, vi } from 'vitest';
import type { Services } from '../services.ts';
import { billingPortalLink, ensureAccount, findAccount, onboardingLink } from './accounts.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

interface Known {
  readonly accountId?: string;
  readonly customerId?: string;
  readonly connected?: readonly string[];
}

function ana({ accountId, customerId, connected = [] }: Known = {}) {
  let ids = { accountId: accountId ?? null, customerId: customerId ?? null };
  const asked: string[] = [];
  const account = (id: string) => ({ id, payoutsEnabled: true, setup: 'review' as const });
  const services = {
    environment: { siteUrl: 'https://x.test' },
    stripeAccounts: {
      find: async (uid: string) => (uid === 'ana' ? ids : { accountId: null, customerId: null }),
      async save(uid: string, next: Partial<typeof ids>) {
        asked.push(`save ${uid}`);
        ids = { ...ids, ...next };
      },
    },
    connect: {
      async findAccount(id: string) {
        if (!id.startsWith('acct_')) throw new Error(`${id} is no account`);
        return connected.includes(id) ? account(id) : undefined;
      },
      async createAccount(uid: string, lost: string | null) {
        asked.push(`account of ${uid} in place of ${lost}`);
        return account('acct_new');
      },
      async prefillEmail(id: string, email: string) {
        asked.push(`${email} into ${id}`);
        if (email === 'refused') throw new Error('Stripe does not like it');
      },
      async createCustomer(uid: string) {
        asked.push(`customer ${uid}`);
        return 'cus_new';
      },
      onboardingUrl: async (id: string, back: object) => JSON.stringify({ id, ...back }),
      billingPortalUrl: async (id: string, back: string) => `${id} ${back}`,
    },
  } as unknown as Services;
  return { services, asked, ids: () => ids };
}

const set = { payoutsEnabled: true, setup: 'review' };

test('an account is read from Stripe by the known id', async () => {
  expect(await findAccount(ana().services, 'ana')).toBeUndefined();
  const gone = ana({ accountId: 'acct_1' });
  expect(await findAccount(gone.services, 'ana')).toBeUndefined();
  const { services } = ana({ accountId: 'acct_1', connected: ['acct_1'] });
  expect(await findAccount(services, 'ana')).toEqual({ id: 'acct_1', ...set });
});

test('an account is made once and saved; its form starts with the e-mail address that was sent', async () => {
  const { services, asked, ids } = ana({ connected: ['acct_new'] });
  expect(await ensureAccount(services, 'ana', 'a@x.test')).toEqual({ id: 'acct_new', ...set });
  const made = ['account of ana in place of null', 'save ana', 'a@x.test into acct_new'];
  expect(asked).toEqual(made);
  expect(ids().accountId).toBe('acct_new');
  expect(await ensureAccount(services, 'ana', 'a@x.test')).toMatchObject({ id: 'acct_new' });
  expect(asked).toEqual(made);
});

test('nothing is filled in without an e-mail address, and a refused address is no failure', async () => {
  const without = ana();
  await ensureAccount(without.services, 'ana');
  expect(without.asked).toEqual(['account of ana in place of null', 'save ana']);
  const { services } = ana();
  expect(await ensureAccount(services, 'ana', 'refused')).toMatchObject({ id: 'acct_new' });
});

test('a lost account is replaced by a new one', async () => {
  const { services, asked, ids } = ana({ accountId: 'acct_1' });
  expect(await ensureAccount(services, 'ana')).toMatchObject({ id: 'acct_new' });
  expect(asked).toEqual(['account of ana in place of acct_1', 'save ana']);
  expect(ids().accountId).toBe('acct_new');
});

test('[R-CAL-08] the form leads back to the cash-out page, with a mark if the app opened it in a new tab', async () => {
  const link = async (way: 'web' | 'ios') =>
    JSON.parse((await onboardingLink(ana().services, 'ana', way)).url);
  const page = 'https://x.test/cashout';
  expect(await link('web')).toEqual({
    id: 'acct_new',
    done: `${page}?setup=done`,
    expired: `${page}?setup=expired`,
  });
  expect(await link('ios')).toEqual({
    id: 'acct_new',
    done: `${page}?setup=done&tab=new`,
    expired: `${page}?setup=expired&tab=new`,
  });
});

test('a customer is made once, and the billing portal leads back to the wallet', async () => {
  const { services, asked, ids } = ana();
  const portal = { url: 'cus_new https://x.test/wallet' };
  expect(await billingPortalLink(services, 'ana')).toEqual(portal);
  expect(await billingPortalLink(services, 'ana')).toEqual(portal);
  expect(asked).toEqual(['customer ana', 'save ana']);
  expect(ids()).toEqual({ accountId: null, customerId: 'cus_new' });
});
