import { webhookEvents } from '@datchain/functions/stripe/webhook-event.ts';
import { startStripe } from '@datchain/stripe-emulator/server.ts';
import { describe, expect, test } from 'vitest';
import { asked, opening } from './testing/opening.ts';

const { google, launch, stripe, stripeUrl } = opening();

describe('[N-LCH-03] opening a shop at Stripe', () => {
  const url = 'https://us-central1-our-music.cloudfunctions.net/stripeWebhook';
  const endpoints = async () => (await stripe().webhookEndpoints.list()).data;
  const kept = () => google().project.secrets.get('STRIPE_WEBHOOK_SECRET');
  const changes = async () =>
    ((await (await fetch(`${stripeUrl()}/_test/calls?method=POST`)).json()) as { calls: object[] })
      .calls.length;

  test('the account sends the shop exactly the events its webhook handles, and makes no automatic payouts', async () => {
    await launch('apply');
    expect(await endpoints()).toMatchObject([
      { url, status: 'enabled', enabled_events: [...webhookEvents].sort() },
    ]);
    expect(kept()).toEqual([expect.stringMatching(/^whsec_/)]);
    const { payments } = await stripe().balanceSettings.retrieve();
    expect(payments.payouts?.schedule?.interval).toBe('manual');
    const before = await changes();
    await launch('apply', { input: '' });
    expect(await changes()).toBe(before);
  });

  test.each(['before', 'after'])(
    'an apply whose requests failed %s their effect goes on, with one endpoint',
    async (mode) => {
      for (const path of ['/v1/webhook_endpoints', '/v1/balance_settings']) {
        const fault = { method: 'POST', path, mode, kind: 'reset', times: 2 };
        await fetch(`${stripeUrl()}/_test/faults`, { method: 'POST', body: JSON.stringify(fault) });
        expect(await launch('apply')).toMatchObject({ code: 1 });
      }
      expect(await launch('apply')).toMatchObject({ code: 0 });
      expect(await endpoints()).toHaveLength(1);
      expect(kept()).toHaveLength(1);
    },
  );

  test('a key unknown to Stripe is not stored; a revoked key is reported and asked for again', async () => {
    const { code, output } = await launch('apply', { input: 'sk_test_wrong\n' });
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(
        'STRIPE_SECRET_KEY was refused by its service: is it complete? Nothing was saved.',
      ),
    ]);
    expect(google().project.secrets.has('STRIPE_SECRET_KEY')).toBe(false);
    await launch('apply');
    google().project.secrets.get('STRIPE_SECRET_KEY')?.push('sk_test_rolled');
    expect((await launch('check')).output).toContain(
      'stripe: Stripe does not know the given secret key',
    );
    const again = await launch('apply', { input: `${asked.STRIPE_SECRET_KEY}\n` });
    expect([again.code, await endpoints()]).toMatchObject([0, [{ url, status: 'enabled' }]]);
  });

  test('an endpoint whose secret is lost is disabled and replaced', async () => {
    const { id } = await stripe().webhookEndpoints.create({ url, enabled_events: ['*'] });
    await launch('apply');
    const all = await endpoints();
    expect(all).toHaveLength(2);
    for (const one of all) expect(one.status).toBe(one.id === id ? 'disabled' : 'enabled');
    expect(await launch('check')).toMatchObject({ code: 0 });
  });

  test('apply reports a Stripe account without a statement descriptor as a task for a person', async () => {
    const [port, projectId, secretKey] = [0, 'demo-launch', asked.STRIPE_SECRET_KEY];
    const unnamed = await startStripe({ port, projectId, secretKey, merchant: '' });
    const { code, lines } = await launch('apply', { stripeUrl: unnamed.url });
    await unnamed.close();
    expect([code, lines.at(-2)]).toEqual([
      0,
      expect.stringMatching(/^stripe: card statements do not say who was paid: .*to do\)$/),
    ]);
  });

  test('check names manual changes, and apply reverts them', async () => {
    await launch('apply');
    const [endpoint] = await endpoints();
    await stripe().webhookEndpoints.update(String(endpoint?.id), { enabled_events: ['*'] });
    const payouts = { schedule: { interval: 'daily' } } as const;
    await stripe().balanceSettings.update({ payments: { payouts } });
    expect((await launch('check')).lines).toEqual([
      'stripe: Stripe sends the shop other events than it handles',
      'stripe: Stripe automatically pays out the balance that backs the cash-outs of users',
    ]);
    await stripe().webhookEndpoints.update(String(endpoint?.id), { disabled: true });
    expect((await launch('check')).lines[0]).toBe(
      'stripe: Stripe does not notify the shop of payments',
    );
    expect(await launch('apply', { input: '' })).toMatchObject({ code: 0 });
    expect(kept()).toHaveLength(2);
    expect(await launch('check')).toMatchObject({ code: 0 });
  });
});
