import { BlockList, isIP } from 'node:net';
import type { Request } from 'firebase-functions/https';
import ipaddr from 'ipaddr.js';

/**
 * Networks from which Firebase Hosting's requests come. They are Google's own: in its list of all addresses
 * (goog.json) and not in the list that customers can rent (cloud.json). If an address is missing here, its
 * visitors share a limit; nobody gains one.
 */
const hostingRanges: readonly (readonly [network: string, bits: number])[] = [
  ['64.233.160.0', 19],
  ['66.102.0.0', 20],
  ['66.249.64.0', 19],
  ['72.14.192.0', 18],
  ['74.125.0.0', 16],
  ['108.177.0.0', 17],
  ['142.250.0.0', 15],
  ['172.217.0.0', 16],
  ['172.253.0.0', 16],
  ['173.194.0.0', 16],
  ['192.178.0.0', 15],
  ['209.85.128.0', 17],
  ['216.58.192.0', 19],
  ['216.239.32.0', 19],
  ['2001:4860::', 32],
  ['2404:6800::', 32],
  ['2607:f8b0::', 32],
  ['2800:3f0::', 32],
  ['2a00:1450::', 32],
  ['2c0f:fb50::', 32],
];

const hosting = new BlockList();
for (const [network, bits] of hostingRanges) {
  hosting.addSubnet(network, bits, network.includes(':') ? 'ipv6' : 'ipv4');
}

type Address = ReturnType<typeof ipaddr.process>;

const read = (text = ''): Address | undefined =>
  isIP(text) === 0 ? undefined : ipaddr.process(text);

const isHosting = (address: Address): boolean => hosting.check(address.toString(), address.kind());

/** Formats an IPv4 address, or an IPv6 network: one subscriber has all 2^64 addresses of it. */
const formatAddress = (address: Address): string =>
  'parts' in address
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString();

/** Whether the header was completed by Google's front end, or by the local stack's emulator. */
const isBehindFrontEnd = (): boolean =>
  process.env.K_SERVICE !== undefined || process.env.FUNCTIONS_EMULATOR === 'true';

/**
 * Returns the visitor's address, which limits count (N-PPL-19, docs/decisions/0061): the X-Forwarded-For entry
 * that a visitor cannot write. Google's front end appends the address that connected to it. If that is Hosting,
 * the entry before it is Hosting's visitor. Entries further left come from the client. Without a front end the
 * connection's address counts.
 */
export function readVisitorAddress({
  headers,
  socket,
}: Pick<Request, 'headers' | 'socket'>): string {
  const header = isBehindFrontEnd() ? String(headers['x-forwarded-for'] ?? '') : '';
  const entries = header.split(',').map((entry) => read(entry.trim()));
  const [before, peer] = [entries.at(-2), entries.at(-1)];
  const visitor = before && peer && isHosting(peer) ? before : peer;
  const counted = visitor ?? read(socket.remoteAddress);
  return counted ? formatAddress(counted) : 'unknown';
}
