import type { ServerResponse } from 'node:http';
import { escapeHtml, formatUsd, htmlPage } from '@datchain/emulators-common/html.ts';
import { sendPage } from '@datchain/emulators-common/http.ts';
import type { Charge, Customer } from '../objects.ts';
import type { World } from '../world.ts';

/** Serves `GET /p/session/{token}`: the customer's payments and a link back. */
export function showPortal(world: World, response: ServerResponse, token: string): void {
  const session = world.store.get('portalSessions', token)?.object;
  const customer = session && world.store.get('customers', session.customer)?.object;
  if (session === undefined || customer === undefined) {
    const body = '<h1>No such billing page</h1>\n<p>The address is wrong.</p>';
    sendPage(response, 404, htmlPage({ title: 'No such billing page', body }));
  } else {
    sendPage(response, 200, portalPage(world, customer, session.return_url ?? ''));
  }
}

function portalPage(world: World, customer: Customer, returnUrl: string): string {
  const payments = [...world.store.rows('charges')]
    .map((row) => row.object)
    .filter((charge) => charge.customer === customer.id && charge.paid)
    .reverse();
  return htmlPage({
    title: `Billing at ${world.merchant}`,
    body: `<h1>Billing at ${escapeHtml(world.merchant)}</h1>
<p>${escapeHtml(customer.name ?? customer.email ?? customer.id)}</p>
${paymentTable(payments)}
<a class="button main" href="${escapeHtml(returnUrl)}">Back to ${escapeHtml(world.merchant)}</a>`,
  });
}

function paymentTable(payments: Charge[]): string {
  if (payments.length === 0) return '<p class="quiet">No payments yet.</p>';
  const rows = payments.map((charge) => {
    const day = new Date(charge.created * 1000).toISOString().slice(0, 10);
    const refunded =
      charge.amount_refunded === 0 ? '' : `, ${formatUsd(charge.amount_refunded)} refunded`;
    return `<tr><th scope="row">${day}${refunded}</th><td>${formatUsd(charge.amount)}</td></tr>`;
  });
  return `<table><tbody>\n${rows.join('\n')}\n</tbody></table>`;
}
