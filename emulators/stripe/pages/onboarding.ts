import type { ServerResponse } from 'node:http';
import { escapeHtml, htmlPage } from '@datchain/emulators-common/html.ts';
import { sendOn, sendPage } from '@datchain/emulators-common/http.ts';
import type { FormTree } from '../form.ts';
import { newId } from '../ids.ts';
import { finishOnboarding, type OnboardingOutcome } from '../resources/accounts.ts';
import type { AccountLinkRow } from '../tables.ts';
import type { World } from '../world.ts';

const outcomes: Record<string, OnboardingOutcome> = {
  finish: 'enabled',
  leave: 'abandoned',
  omit: 'incomplete',
  wait: 'reviewed',
  reject: 'rejected',
};

/**
 * Serves `GET /setup/e/{token}`: the form, once; a used or expired link redirects to its refresh
 * URL.
 */
export async function showOnboarding(
  world: World,
  response: ServerResponse,
  token: string,
): Promise<void> {
  const link = world.store.get('accountLinks', token);
  if (link === undefined) return sendPage(response, 404, unknownPage());
  if (link.formToken !== null || link.expiresAt <= world.clock.nowSeconds()) {
    return sendOn(response, link.refreshUrl);
  }
  link.formToken = newId('form', 32);
  world.store.put('accountLinks', link);
  sendPage(response, 200, formPage(world, link));
}

/** Serves `POST /setup/e/{token}` with the form's token and one of `outcomes` as `action`. */
export async function submitOnboarding(
  world: World,
  response: ServerResponse,
  submitted: { token: string; form: FormTree },
): Promise<void> {
  const link = world.store.get('accountLinks', submitted.token);
  if (link === undefined) return sendPage(response, 404, unknownPage());
  const { action, form: formToken } = submitted.form;
  const outcome = typeof action === 'string' ? outcomes[action] : undefined;
  if (outcome === undefined || formToken !== link.formToken) {
    return sendOn(response, link.refreshUrl);
  }
  if (!link.finished) {
    finishOnboarding(world, link.accountId, outcome);
    link.finished = true;
    world.store.put('accountLinks', link);
  }
  sendOn(response, link.returnUrl);
}

function formPage(world: World, link: AccountLinkRow): string {
  const account = world.store.get('accounts', link.accountId)?.object;
  return htmlPage({
    title: `Set up payouts with ${world.merchant}`,
    body: `<h1>Set up payouts with ${escapeHtml(world.merchant)}</h1>
<table class="facts"><tbody>
<tr><th scope="row">Account</th><td>${escapeHtml(link.accountId)}</td></tr>
<tr><th scope="row">Email</th><td>${escapeHtml(account?.email ?? '–')}</td></tr>
</tbody></table>
<p>Stripe asks for a name, an address and a bank account here. The emulator asks for nothing and stores nothing.</p>
<form method="post" action="/setup/e/${escapeHtml(link.id)}">
<input type="hidden" name="form" value="${escapeHtml(link.formToken ?? '')}">
<button class="main" name="action" value="finish">Finish setup</button>
<button name="action" value="leave">Leave without finishing</button>
<button name="action" value="omit">Send it without the document</button>
<button name="action" value="wait">Send it for review</button>
<button name="action" value="reject">Be rejected</button>
</form>`,
  });
}

function unknownPage(): string {
  return htmlPage({
    title: 'No such setup page',
    body: '<h1>No such setup page</h1>\n<p>The address is wrong, or the local data was started over.</p>',
  });
}
