import type { Addresses } from './environment.ts';

export type HeaderRule = { source: string; headers: { key: string; value: string }[] };

/** A policy with more sources in those of its directives that are named. */
export const addSources = (policy: string, added: Readonly<Record<string, string>>): string =>
  policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean)
    .map((directive) => {
      const more = added[directive.split(' ', 1)[0]!];
      return more === undefined ? directive : `${directive} ${more}`;
    })
    .join('; ');

/**
 * The production policy with the addresses of the local services added to what pages may reach, and
 * Storage's to where pictures and sound may come from.
 */
export function allowLocalAddresses(policy: string, addresses: Addresses): string {
  const reachable = Object.values(addresses).flatMap((address) => [
    address,
    address.replace(/^http/, 'ws'),
  ]);
  return addSources(policy, {
    'connect-src': reachable.join(' '),
    'img-src': addresses.storage,
    'media-src': addresses.storage,
  });
}

/** Headers as firebase.json has them, with other policies. */
export const withPolicies = (
  rules: readonly HeaderRule[],
  change: (policy: string) => string,
): HeaderRule[] =>
  rules.map(({ source, headers }) => ({
    source,
    headers: headers.map(({ key, value }) => ({
      key,
      value: key.toLowerCase() === 'content-security-policy' ? change(value) : value,
    })),
  }));

/** The headers of firebase.json, for the local stack. */
export const withLocalPolicy = (rules: HeaderRule[], addresses: Addresses): HeaderRule[] =>
  withPolicies(rules, (policy) => allowLocalAddresses(policy, addresses));
