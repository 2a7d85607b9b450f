import {
  addSources,
  type HeaderRule,
  withPolicies,
} from '@datchain/shared/contracts/hosting-config.ts';
import type { Addresses } from './environment.ts';

/**
 * Adds the local services to the production policy: all of them to connect-src, Storage to pictures
 * and sound.
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

export const withLocalPolicy = (rules: readonly HeaderRule[], addresses: Addresses): HeaderRule[] =>
  withPolicies(rules, (policy) => allowLocalAddresses(policy, addresses));
