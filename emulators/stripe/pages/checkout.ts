import type { ServerResponse } from 'node:http';
import { escapeHtml, formatUsd, htmlPage } from '@datchain/emulators-common/html.ts';
import { sendOn, sendPage } from '@datchain/emulators-common/http.ts';
import type { FormTree } from '../form.ts';
import { declineSession, paySession } from '../resources/payments.ts';
import { findAnySession } from '../resources/sessions.ts';
import type { SessionRow } from '../tables.ts';
import type { World } from '../world.ts';

/** Serves `GET /c/pay/{id}`: the payment form, or the redirect of a closed session. */
export function showCheckout(
  world: World,
  response: ServerResponse,
  asked: { id: string; declined: boolean },
): void {
  const row = findAnySession(world, asked.id);
  if (row === undefined) sendPage(response, 404, unknownPage());
  else if (row.object.status === 'complete') sendOn(response, successUrl(row));
  else if (row.object.status === 'expired') sendPage(response, 200, expiredPage(world, row));
  else sendPage(response, 200, checkoutPage(world, row, asked.declined && row.intentId !== null));
}

/** Serves `POST /c/pay/{id}` with `action` pay, decline or cancel. */
export async function submitCheckout(
  world: World,
  response: ServerResponse,
  submitted: { id: string; form: FormTree },
): Promise<void> {
  const row = findAnySession(world, submitted.id);
  if (row === undefined) return sendPage(response, 404, unknownPage());
  const { action, email: typed } = submitted.form;
  if (action === 'cancel' && row.object.cancel_url !== null) {
    return sendOn(response, row.object.cancel_url);
  }
  const email = typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : null;
  const attempt = action === 'decline' ? declineSession : action === 'pay' ? paySession : undefined;
  const outcome = attempt?.(world, row, email);
  if (outcome === 'declined') return sendOn(response, `/c/pay/${row.id}?declined=1`);
  showCheckout(world, response, { id: row.id, declined: false });
}

function successUrl(row: SessionRow): string {
  return (row.object.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', row.id);
}

function checkoutPage(world: World, row: SessionRow, declined: boolean): string {
  const session = row.object;
  const total = formatUsd(session.amount_total ?? 0);
  const lines = row.lineItems
    .map(
      (item) =>
        `<tr><th scope="row">${escapeHtml(item.description ?? '')}<br><span class="quiet">Qty ${item.quantity}</span></th><td>${formatUsd(item.amount_total)}</td></tr>`,
    )
    .join('\n');
  const error = declined
    ? '<p class="error" role="alert">Your card was declined.</p>\n<p>You were not charged. Try again, or cancel.</p>'
    : '';
  const cancel =
    session.cancel_url === null
      ? ''
      : `<button name="action" value="cancel" formnovalidate>Cancel</button>`;
  return htmlPage({
    title: `Pay ${world.merchant}`,
    body: `<h1>Pay ${escapeHtml(world.merchant)}</h1>
${error}
<table>
<tbody>
${lines}
</tbody>
<tfoot><tr><th scope="row">Total due</th><td>${total}</td></tr></tfoot>
</table>
<form method="post" action="/c/pay/${escapeHtml(row.id)}">
<label for="email">Email for the receipt (optional)</label>
<input id="email" name="email" type="email" autocomplete="email" value="${escapeHtml(session.customer_email ?? '')}">
<button class="main" name="action" value="pay">Pay ${total}</button>
<button name="action" value="decline">Decline the card</button>
${cancel}
</form>
<p class="quiet">Open until ${utc(session.expires_at)}. Nothing is charged before you pay.</p>`,
  });
}

function expiredPage(world: World, row: SessionRow): string {
  const back = row.object.cancel_url;
  return htmlPage({
    title: 'This payment page has expired',
    body: `<h1>This payment page has expired</h1>
<p>You were not charged. To buy, start again at ${escapeHtml(world.merchant)}.</p>
${back === null ? '' : `<a class="button main" href="${escapeHtml(back)}">Back to ${escapeHtml(world.merchant)}</a>`}`,
  });
}

function unknownPage(): string {
  return htmlPage({
    title: 'No such payment page',
    body: '<h1>No such payment page</h1>\n<p>The address is wrong, or the local data was started over.</p>',
  });
}

function utc(seconds: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  return `${format.format(seconds * 1000)} UTC`;
}
