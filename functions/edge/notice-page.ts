import { htmlText } from '@datchain/shared/domain/html-text.ts';

/** Makes a small page of the site without scripts; its style is a file of the site. `body` is markup. */
export const noticePage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${htmlText(title)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/notice.css">
</head>
<body>
<main>
<h1>${htmlText(title)}</h1>
${body}
</main>
</body>
</html>
`;
