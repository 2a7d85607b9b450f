export interface Site {
  readonly dir: string;
  readonly files: Pick<ReadonlySet<string>, 'has'>;
}

export const decoded = (text: string): string =>
  text.includes('&')
    ? text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
    : text;

export const attributes = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) => decoded(match[1] ?? ''));
