export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export function formatUsd(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
}

const style = `
:root{--paper:#fff;--well:#f4f4f2;--ink:#141414;--ink-2:#5a5a57;--rule:#dededa;--edge:#80807b;--accent:#2138d4;--alert:#b3201b;--alert-wash:#fceeec}
@media (prefers-color-scheme:dark){:root{--paper:#0d0d0e;--well:#19191b;--ink:#f2f1ee;--ink-2:#a8a7a2;--rule:#2e2e31;--edge:#7c7c80;--accent:#93a4ff;--alert:#ff8a7e;--alert-wash:#33140f}}
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/24px system-ui,"Liberation Sans",Arial,sans-serif;font-variant-numeric:lining-nums tabular-nums}
.notice{background:var(--well);border-bottom:1px solid var(--rule);padding:12px 16px;font-size:14px;line-height:20px;text-align:center}
main{max-width:460px;margin:0 auto;padding:48px 16px 72px}
h1{font-size:24px;line-height:30px;font-weight:600;letter-spacing:-.015em;margin:0 0 24px;overflow-wrap:anywhere}
p{margin:0 0 16px}
.quiet{color:var(--ink-2);font-size:14px;line-height:20px}
table{width:100%;border-collapse:collapse;margin:0 0 36px;border-top:2px solid var(--ink)}
th,td{padding:12px 0;text-align:left;font-weight:400;vertical-align:top;border-bottom:1px solid var(--rule);overflow-wrap:anywhere}
td:last-child{text-align:right;padding-left:16px;white-space:nowrap}
table.facts th{overflow-wrap:normal}
table.facts td{white-space:normal}
tfoot th,tfoot td{font-weight:600;border-bottom:3px double var(--ink)}
label{display:block;font-size:14px;line-height:20px;font-weight:600;margin:0 0 8px}
input{width:100%;height:48px;padding:0 12px;border:1px solid var(--edge);border-radius:4px;background:var(--paper);color:var(--ink);font:inherit;margin:0 0 24px}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:48px;border:1px solid var(--edge);border-radius:4px;background:transparent;color:var(--ink);font:600 15px/20px system-ui,"Liberation Sans",Arial,sans-serif;text-decoration:none;margin:0 0 12px;cursor:pointer;padding:8px 16px}
button:hover,.button:hover{background:var(--well);border-color:var(--ink)}
button.main,.button.main{background:var(--ink);border-color:var(--ink);color:var(--paper)}
button.main:hover,.button.main:hover{background:var(--accent);border-color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
.error{border:2px solid var(--alert);background:var(--alert-wash);color:var(--alert);padding:12px 16px;margin:0 0 24px}
`;

/** Renders a whole page. `body` is HTML, already escaped; `title` is text. */
export function htmlPage({ title, body }: { title: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header class="notice">Local Stripe emulator. No real card, no real money.</header>
<main>
${body}
</main>
</body>
</html>
`;
}
