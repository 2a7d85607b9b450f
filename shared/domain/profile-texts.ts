import { readWebAddress } from './web-address.ts';

export const LONGEST_ABOUT = 400;
export const MOST_LINKS = 5;

export interface ProfileTexts {
  /** '' for nothing; at most `LONGEST_ABOUT` characters. */
  readonly about: string;
  /** Addresses that begin with https://, at most `MOST_LINKS`, each once. */
  readonly links: readonly string[];
}

export interface PublicPerson extends ProfileTexts {
  /** How many follow them; 0 for who is no artist. */
  readonly followers: number;
}

const page = /^https:\/\/(?:www\.)?([a-z\d.-]+)(?:[:/?#].*)?$/i;

/** A page that a profile may link to; undefined unless it is https, and for hosts that could pass for others. */
export function readProfileLink(text: string): string | undefined {
  const address = readWebAddress(text);
  return address && page.test(address) ? address : undefined;
}

/** What a link of `readProfileLink` is called: its host, without www. */
export const linkLabel = (link: string): string => link.replace(page, '$1').toLowerCase();
