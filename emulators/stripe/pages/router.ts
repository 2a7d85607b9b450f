import type { IncomingMessage, ServerResponse } from 'node:http';
import { htmlPage } from '@datchain/emulators-common/html.ts';
import { readBody, sendPage } from '@datchain/emulators-common/http.ts';
import { parseForm } from '../form.ts';
import type { World } from '../world.ts';
import { showCheckout, submitCheckout } from './checkout.ts';
import { showOnboarding, submitOnboarding } from './onboarding.ts';
import { showPortal } from './portal.ts';

export async function servePages(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', world.baseUrl);
  const [, place, kind, id = ''] = url.pathname.split('/');
  const page = `${request.method} /${place}/${kind}`;
  if (page === 'GET /c/pay') {
    return showCheckout(world, response, { id, declined: url.searchParams.has('declined') });
  }
  if (page === 'POST /c/pay') {
    const form = parseForm(await readBody(request));
    return submitCheckout(world, response, { id, form });
  }
  if (page === 'GET /setup/e') return showOnboarding(world, response, id);
  if (page === 'POST /setup/e') {
    const form = parseForm(await readBody(request));
    return submitOnboarding(world, response, { token: id, form });
  }
  if (page === 'GET /p/session') return showPortal(world, response, id);
  sendPage(
    response,
    404,
    htmlPage({
      title: 'Nothing here',
      body: '<h1>Nothing here</h1>\n<p>The local Stripe emulator has no page at this address.</p>',
    }),
  );
}
