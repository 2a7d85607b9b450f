import { readWebAddress } from './web-address.ts';

/** How many characters an artist may write about themselves, and to how many pages they may link. */
export const LONGEST_ABOUT = 400;
export const MOST_LINKS = 5;

/** What people say about themselves on their page. */
export interface ProfileTexts {
  /** '' for nothing; at most `LONGEST_ABOUT` characters. */
  readonly about: string;
  /** Addresses that begin with https://, at most `MOST_LINKS`, each once. */
  readonly links: readonly string[];
}

/** A page that a profile may link to; undefined for anything that is not https. */
export function readProfileLink(text: string): string | undefined {
  const address = readWebAddress(text);
  return address?.startsWith('https://') ? address : undefined;
}

/**
 * What a link is called: its host, in Latin letters where it has others, so that none can pose as
 * another.
 *
 * @param link as `readProfileLink` gives it
 */
export const linkLabel = (link: string): string => new URL(link).hostname.replace(/^www\./, '');
