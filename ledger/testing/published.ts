import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '@datchain/builder/fingerprint.ts';
import { contactAddress } from '@datchain/shared/domain/site.ts';

/** Only known secrets are searched for, because they can look like anything. */
const binary = /\.(webp|jpe?g|png|ico|woff2?)$/;

const email =
  /[a-z0-9][\w.+-]*(?:@|%40|\\u0040|&#0*64;|&#x0*40;|&commat;)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b/gi;

const stripeId =
  /(?<![A-Za-z0-9])(?:acct|cus|pi|seti|cs|ch|py|pyr|tr|trr|po|evt|re|dp|txn|ba|pm|sub|in|si|prod|price|whsec|[srp]k)_(?:test_|live_)?(?=[a-z_]*[0-9A-Z])[A-Za-z0-9]{8,}/g;

export interface PublishedText {
  readonly name: string;
  readonly text: string;
}

/** Everything that a built site serves, byte for byte as Latin text. */
export const publishedTexts = (siteDir: string): PublishedText[] =>
  // With a slash: the site is a link to its newest version.
  listFiles(`${siteDir}/`).map((name) => ({
    name,
    text: readFileSync(join(siteDir, name), 'latin1'),
  }));

export const stripeIdsIn = (text: string): string[] => text.match(stripeId) ?? [];

export interface Secrets {
  /** Exact texts: uids, ids, addresses. */
  readonly known: readonly string[];
  /** E-mail addresses that the site shows on purpose, beside its own. */
  readonly shownEmails?: readonly string[];
}

export function leaksIn({ name, text }: PublishedText, { known, shownEmails = [] }: Secrets) {
  const found = known.filter((secret) => text.includes(secret));
  if (!binary.test(name)) {
    const shown = new Set([contactAddress, ...shownEmails]);
    found.push(...(text.match(email) ?? []).filter((address) => !shown.has(address)));
    found.push(...stripeIdsIn(text));
  }
  return [...new Set(found)].map((what) => `${name}: ${what}`);
}
