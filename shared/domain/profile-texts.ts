import { readWebAddress } from './web-address.ts';

export const LONGEST_ABOUT = 400;
export const MOST_LINKS = 5;

export interface ProfileTexts {
  /** At most `LONGEST_ABOUT` characters; '' if the profile has no text. */
  readonly about: string;
  /** Addresses that begin with https://, at most `MOST_LINKS`, without duplicates. */
  readonly links: readonly string[];
}

export interface PublicPerson extends ProfileTexts {
  /** The number of followers; 0 for users who are not artists. */
  readonly followers: number;
}

const page = /^https:\/\/(?:www\.)?([a-z\d.-]+)(?:[:/?#].*)?$/i;

/** Reads a link for a profile: https only, with an ASCII host, because others can imitate known hosts (N-PPL-06). */
export function readProfileLink(text: string): string | undefined {
  const address = readWebAddress(text);
  return address && page.test(address) ? address : undefined;
}

export const linkLabel = (link: string): string => link.replace(page, '$1').toLowerCase();
