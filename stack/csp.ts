import {
  addSources,
  type HeaderRule,
  withPolicies,
} from '@datchain/shared/contracts/hosting-config.ts';
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
  return addSources(policy, {
    'connect-src': reachable.join(' '),
    'img-src': addresses.storage,
    'media-src': addresses.storage,
  });
}

/** The headers of firebase.json, for the local stack. */
export const withLocalPolicy = (rules: readonly HeaderRule[], addresses: Addresses): HeaderRule[] =>
  withPolicies(rules, (policy) => allowLocalAddresses(policy, addresses));
