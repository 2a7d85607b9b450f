import type { MailChoice } from '@datchain/shared/contracts/documents/notification-settings.ts';
import { htmlText } from '@datchain/shared/domain/html-text.ts';
import { onRequest } from 'firebase-functions/https';
import { readVisitorAddress } from '../edge/address.ts';
import { noticePage } from '../edge/notice-page.ts';
import { localLimit } from '../limits/rate-limit.ts';
import { place, siteRequests } from '../machines.ts';
import { changeSettings } from '../mail/settings.ts';
import { readUnsubscribe } from '../mail/unsubscribe-link.ts';
import { services } from '../services.ts';

const about: Readonly<Record<MailChoice, string>> = {
  sales: 'your sales',
  statements: 'what you earned in a month',
  payouts: 'your payouts',
  releases: 'releases',
  follows: 'artists you follow',
};

const settings = '<a href="/notifications">Choose what you get</a>';

const question = (choice: MailChoice, address: string): string =>
  noticePage(
    `No more e-mail about ${about[choice]}?`,
    `<p>You still see them in your notifications when you log in.</p>
<form method="post" action="${htmlText(address)}"><button>Switch it off</button></form>
${settings}`,
  );

const done = (choice: MailChoice): string =>
  noticePage(
    `No more e-mail about ${about[choice]}`,
    `<p>You can switch it on again.</p>\n${settings}`,
  );

const wrong = noticePage(
  'This link does not work',
  `<p>It may be cut off. Open it from the e-mail again, or log in.</p>\n${settings}`,
);

const forgers = localLimit(60);

/**
 * Switches e-mail of one kind off without a login (N-PPL-05). GET asks first, because mail programs open links
 * to scan them. POST does it, also by one click in a mail program (RFC 8058). 400: an invalid link. 429: too
 * many of those from one address.
 */
export const unsubscribe = onRequest(
  { ...place, ...siteRequests, secrets: ['MAIL_LINK_KEY'] },
  async (request, response) => {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    if (request.method !== 'GET' && request.method !== 'POST') {
      response.status(405).send('GET or POST');
      return;
    }
    const all = services();
    const wish = readUnsubscribe(all.environment.mailLinkKey, request.query);
    if (!wish) {
      const wait = forgers.take(readVisitorAddress(request));
      if (wait !== undefined) response.set('Retry-After', String(wait));
      response.status(wait === undefined ? 400 : 429).send(wrong);
      return;
    }
    if (request.method === 'GET') {
      response.send(question(wish.choice, request.originalUrl.replace(/^.*\?/, '/unsubscribe?')));
      return;
    }
    // A closed account gets no e-mail, and nothing about it may be stored again.
    const account = await all.authUsers.state(wish.uid);
    if (account && !account.isDisabled) {
      await changeSettings(all, wish.uid, { mail: { [wish.choice]: false } });
    }
    response.send(done(wish.choice));
  },
);
