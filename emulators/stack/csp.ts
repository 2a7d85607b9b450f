import type { HeaderRule } from '@datchain/shared/contracts/hosting-config.ts';
import type { Addresses } from './environment.ts';

/**
 * The production policy with the addresses of the local services added to what pages may reach, and
 * Storage's to where pictures and sound may come from.
 */
export function allowLocalAddresses(policy: string, addresses: Addresses): string {
  const reachable = Object.values(addresses).flatMap((address) => [
    address,
    address.replace(/^http/, 'ws'),
  ]);
  const added: Record<string, string> = {
    'connect-src': reachable.join(' '),
    'img-src': addresses.storage,
    'media-src': addresses.storage,
  };
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean)
    .map((directive) => {
      const local = added[directive.split(' ', 1)[0]!];
      return local === undefined ? directive : `${directive} ${local}`;
    })
    .join('; ');
}

/** The headers of firebase.json, for the local stack. */
export const withLocalPolicy = (rules: readonly HeaderRule[], addresses: Addresses): HeaderRule[] =>
  rules.map(({ source, headers }) => ({
    source,
    headers: headers.map(({ key, value }) => ({
      key,
      value:
        key.toLowerCase() === 'content-security-policy'
          ? allowLocalAddresses(value, addresses)
          : value,
    })),
  }));
