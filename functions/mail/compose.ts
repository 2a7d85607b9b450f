import {
  channelsOf,
  type MailGroup,
  type News,
} from '@datchain/shared/contracts/documents/notification.ts';
import { mailChoices } from '@datchain/shared/contracts/documents/notification-settings.ts';
import { newsWords } from '@datchain/shared/contracts/news-words.ts';
import { formatDateTime } from '@datchain/shared/domain/format.ts';
import { htmlText } from '@datchain/shared/domain/html-text.ts';
import type { Mail } from './gateway.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';

export interface MailSettings {
  readonly siteUrl: string;
  readonly linkKey: string;
}

interface About {
  readonly news: News;
  readonly entryId: string;
  readonly uid: string;
  readonly songOf: (datId: string) => string;
  /** A link that only the reader of this e-mail can use; it replaces the link to a page. */
  readonly ownUrl?: string | undefined;
}

const because: Readonly<Record<MailGroup, string>> = {
  sales: 'You get this because you sell here.',
  statements: 'You get this because you earn here.',
  payouts: 'You get this because you cash out here.',
  releases: 'You get this because you release here.',
  follows: 'You get this because you follow this artist.',
  account: 'News about your account is always sent.',
  login: 'Somebody asked for this with your address. If it was not you, you need not do anything.',
  receipts: 'Receipts are always sent.',
  payments: 'News about your payments is always sent.',
  applications: 'You applied to release here.',
  wishes: 'You asked to be notified of this, once.',
  works: 'News about your works is always sent.',
  reports: 'You get this because somebody reported a work with this address.',
};

const findChoice = (group: MailGroup) => mailChoices.find((choice) => choice === group);

export function compose(
  { siteUrl, linkKey }: MailSettings,
  about: About,
): Omit<Mail, 'key' | 'to'> {
  const { news, entryId, uid, songOf, ownUrl } = about;
  const words = newsWords(news, entryId, songOf);
  const { mail: group } = channelsOf(news);
  const choice = findChoice(group);
  const stop = choice && unsubscribeUrl(siteUrl, linkKey, { uid, choice });
  const foot = { why: because[group], settings: `${siteUrl}/notifications`, stop };
  const link = { label: words.link.label, url: ownUrl ?? `${siteUrl}${words.link.href}` };
  const when = formatDateTime(news.at);
  const body = { title: words.title, detail: words.detail, when, link, foot, siteUrl };
  return { subject: words.title, text: asText(body), html: asHtml(body), unsubscribeUrl: stop };
}

interface Body {
  readonly title: string;
  readonly detail: string;
  readonly when: string;
  readonly link: { readonly label: string; readonly url: string };
  readonly foot: {
    readonly why: string;
    readonly settings: string;
    readonly stop: string | undefined;
  };
  readonly siteUrl: string;
}

const asText = ({ title, detail, when, link, foot }: Body): string =>
  [
    title,
    '',
    detail,
    when,
    '',
    `${link.label}: ${link.url}`,
    '',
    '--',
    foot.why,
    ...(foot.stop ? [`No more of these: ${foot.stop}`] : []),
    `Choose what you get: ${foot.settings}`,
    '',
  ].join('\n');

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// This HTML works in every mail program. It has no pictures, so nobody learns when a mail was opened.
const asHtml = ({ title, detail, when, link, foot, siteUrl }: Body): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${htmlText(title)}</title>
</head>
<body style="margin:0;padding:0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${font}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">
<tr><td style="padding-bottom:24px;border-bottom:2px solid"><a href="${htmlText(siteUrl)}" style="color:inherit;text-decoration:none;font-size:17px;line-height:24px;font-weight:600">datchain</a></td></tr>
<tr><td style="padding:32px 0 0">
<h1 style="margin:0 0 12px;font-size:24px;line-height:30px;font-weight:600;overflow-wrap:anywhere">${htmlText(title)}</h1>
<p style="margin:0 0 8px;font-size:16px;line-height:24px;overflow-wrap:anywhere">${htmlText(detail)}</p>
<p style="margin:0 0 28px;font-size:14px;line-height:20px;opacity:.7">${htmlText(when)}</p>
<a href="${htmlText(link.url)}" style="display:inline-block;padding:13px 20px;border-radius:4px;background:#141414;border:1px solid #80807b;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${htmlText(link.label)}</a>
</td></tr>
<tr><td style="padding-top:40px;font-size:13px;line-height:20px;opacity:.7">
${htmlText(foot.why)}<br>
${foot.stop ? `<a href="${htmlText(foot.stop)}" style="color:inherit">No more of these</a> · ` : ''}<a href="${htmlText(foot.settings)}" style="color:inherit">Choose what you get</a>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
