export interface Site {
  readonly dir: string;
  readonly files: Pick<ReadonlySet<string>, 'has'>;
}

/** A value as a browser reads it. */
export const decoded = (text: string): string =>
  text.includes('&')
    ? text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
    : text;

/** What a pattern's first group catches, as a browser reads it. */
export const attributes = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) => decoded(match[1] ?? ''));
