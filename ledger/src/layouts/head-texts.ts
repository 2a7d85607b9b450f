import { htmlText } from '@datchain/shared/domain/html-text.ts';
import type { PageHead } from '../views/page/page-head.ts';

/** Writes the head tags with user-written texts. Astro does not escape < in attributes. */
export function headTexts({ description, feed }: PageHead, title: string): string {
  const tags = [
    `<meta name="description" content="${htmlText(description)}">`,
    `<meta property="og:title" content="${htmlText(title)}">`,
    `<meta property="og:description" content="${htmlText(description)}">`,
  ];
  if (feed) {
    tags.push(
      `<link rel="alternate" type="application/rss+xml" title="${htmlText(title)}" href="${htmlText(feed)}">`,
    );
  }
  return tags.join('');
}
