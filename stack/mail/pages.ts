import { escapeHtml } from '@datchain/emulators-common/html.ts';
import type { Kept } from './inbox.ts';

const when = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 16);

const style = `
:root{color-scheme:light dark;--rule:#dededa;--quiet:#5a5a57}
@media (prefers-color-scheme:dark){:root{--rule:#2e2e31;--quiet:#a8a7a2}}
body{font:16px/24px system-ui,sans-serif;max-width:720px;margin:0 auto;padding:24px 16px}
h1{font-size:24px;line-height:30px;margin:0 0 8px}
p{margin:0 0 24px;color:var(--quiet)}
ul{list-style:none;margin:0;padding:0;border-top:2px solid}
li{border-bottom:1px solid var(--rule);padding:12px 0;overflow-wrap:anywhere}
a{color:inherit;display:inline-block;padding:10px 0;font-weight:600}
small{display:block;color:var(--quiet);font-size:14px;line-height:20px}
iframe{width:100%;height:70vh;border:1px solid var(--rule);background:#fff}
pre{white-space:pre-wrap;border-top:2px solid;padding-top:16px;overflow-wrap:anywhere}
`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

const line = ({ id, at, email }: Kept): string =>
  `<li><a href="/mails/${id}">${escapeHtml(email.subject)}</a>` +
  `<small>To ${escapeHtml(email.to.join(', '))}, ${when(at)} UTC</small></li>`;

export const inboxPage = (all: readonly Kept[]): string =>
  page(
    'Inbox',
    `<h1>Inbox</h1>
<p>${all.length === 0 ? 'No e-mail yet.' : 'E-mail that the product has sent.'} Nothing leaves this machine.</p>
${all.length === 0 ? '' : `<ul>${all.toReversed().map(line).join('\n')}</ul>`}`,
  );

export const mailPage = ({ id, at, email }: Kept): string =>
  page(
    email.subject,
    `<a href="/">Inbox</a>
<h1>${escapeHtml(email.subject)}</h1>
<p>From ${escapeHtml(email.from)} to ${escapeHtml(email.to.join(', '))}, ${when(at)} UTC</p>
<iframe title="As HTML" src="/mails/${id}/html"></iframe>
<h2>As plain text</h2>
<pre>${escapeHtml(email.text)}</pre>`,
  );

/** Returns the HTML of an e-mail whose links open a new tab, because no page of the site may be framed. */
export const framedMail = ({ email }: Kept): string =>
  email.html.replace('<head>', '<head><base target="_blank">');
