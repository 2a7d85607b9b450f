import { createHash } from 'node:crypto';
import { place } from '@datchain/functions/machines.ts';
import type { Stripe } from '@datchain/functions/stripe/client.ts';
import { webhookEvents } from '@datchain/functions/stripe/webhook-event.ts';
import type { ProjectFile } from '@datchain/shared/contracts/project-file.ts';
import { isKnownToStripe } from '../keys.ts';
import type { Lack, Opening, Step } from '../step.ts';
import { askAgain, keepSecret, readSecret } from './secrets.ts';

const SECRET = 'STRIPE_WEBHOOK_SECRET';

const webhookUrlOf = ({ project }: ProjectFile): string =>
  `https://${place.region}-${project}.cloudfunctions.net/stripeWebhook`;

const events = [...webhookEvents].sort();

async function endpointsAt(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const found: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) found.push(endpoint);
  }
  return found;
}

/**
 * Makes an endpoint and stores its signing secret, which Stripe shows only once. The idempotency
 * key is the same for a killed `apply` and for a concurrent one, so both get the same endpoint.
 * Other endpoints at this URL, whose secret is lost, are disabled.
 */
async function makeEndpoint(opening: Opening, stripe: Stripe): Promise<void> {
  const url = webhookUrlOf(opening.file);
  const before = await endpointsAt(stripe, url);
  const off = before.flatMap(({ id, status }) => (status === 'enabled' ? [] : [id])).sort();
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([url, events, off]))
    .digest('hex');
  const { id, secret } = await stripe.webhookEndpoints.create(
    { url, enabled_events: events },
    { idempotencyKey },
  );
  if (!secret) throw new Error('Stripe has made an endpoint without a signing secret.');
  await keepSecret(opening, SECRET, secret);
  for (const other of before) {
    if (other.id !== id && other.status === 'enabled') {
      await stripe.webhookEndpoints.update(other.id, { disabled: true });
    }
  }
}

async function lacksOfWebhook(opening: Opening, stripe: Stripe): Promise<Lack[]> {
  const all = await endpointsAt(stripe, webhookUrlOf(opening.file));
  const [endpoint, ...others] = all.filter(({ status }) => status === 'enabled');
  const mend = () => makeEndpoint(opening, stripe);
  if (!endpoint) return [{ what: 'Stripe does not notify the shop of payments', mend }];
  const secret = await readSecret(opening, SECRET);
  if (secret === undefined) {
    return [{ what: `no secret ${SECRET}: the signing secret of Stripe's webhook`, mend }];
  }
  if (!/^whsec_\w+$/.test(secret)) {
    return [{ what: `${SECRET} is not the signing secret of a webhook`, mend }];
  }
  if (others.length > 0) return [{ what: 'Stripe notifies the shop of each payment twice', mend }];
  if (String([...endpoint.enabled_events].sort()) === String(events)) return [];
  return [
    {
      what: 'Stripe sends the shop other events than it handles',
      mend: async () => {
        await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: events });
      },
    },
  ];
}

/** Finds automatic payouts, which would send away money that users may still cash out. */
async function lacksOfPayouts(stripe: Stripe): Promise<Lack[]> {
  const { payments } = await stripe.balanceSettings.retrieve();
  if (payments.payouts?.schedule?.interval === 'manual') return [];
  const what = 'Stripe automatically pays out the balance that backs the cash-outs of users';
  return [
    {
      what,
      async mend() {
        const payouts = { schedule: { interval: 'manual' } } as const;
        await stripe.balanceSettings.update({ payments: { payouts } }).catch((error: unknown) => {
          const why = error instanceof Error ? error.message : error;
          throw new Error(
            `${what}. Choose manual payouts at https://dashboard.stripe.com/settings/payouts (${why})`,
          );
        });
      },
    },
  ];
}

async function lacksOfAccount(stripe: Stripe): Promise<Lack[]> {
  const { settings } = await stripe.accounts.retrieveCurrent();
  if (settings?.payments.statement_descriptor) return [];
  return [
    {
      what: 'card statements do not say who was paid: choose a descriptor at https://dashboard.stripe.com/settings/public',
    },
  ];
}

export const stripe: Step = {
  name: 'stripe',
  async look(opening) {
    const key = await readSecret(opening, 'STRIPE_SECRET_KEY');
    if (key === undefined) {
      return [{ what: 'not set up yet: its secret key comes first', mend: async () => {} }];
    }
    const client = opening.stripe(key);
    if (!(await isKnownToStripe(client))) {
      const mend = () => askAgain(opening, 'STRIPE_SECRET_KEY');
      return [{ what: 'Stripe does not know the given secret key', mend }];
    }
    return [
      ...(await lacksOfWebhook(opening, client)),
      ...(await lacksOfPayouts(client)),
      ...(await lacksOfAccount(client)),
    ];
  },
};
