import type { PageHead } from '../views/page-head.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => escapes[mark] ?? '');

/**
 * The tags of a page's head that say what somebody wrote. Astro leaves < in attributes as it is: no
 * browser runs it there, but a tool that cuts a page up may.
 */
export function headTexts({ description, feed }: PageHead, title: string): string {
  const tags = [
    `<meta name="description" content="${escaped(description)}">`,
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${escaped(description)}">`,
  ];
  if (feed) {
    tags.push(
      `<link rel="alternate" type="application/rss+xml" title="${escaped(title)}" href="${escaped(feed)}">`,
    );
  }
  return tags.join('');
}
