/** First path segments of the portal's screens; every other address is a page of the ledger. */
const patterns: readonly RegExp[] = [
  /^\/(login|logout|signup|wallet|cashout|release|view-dat-submission)\/?$/,
  /^\/wallet\/dat\/[^/]+\/?$/,
  /^\/wallet\/(earnings|history|proof)\/?$/,
  /^\/wallet\/receipt\/[^/]+\/?$/,
  /^\/tdc\/block\/[^/]+\/?$/,
  /^\/orders\/[^/]+\/?$/,
  /^\/buy\/[^/]+\/[^/]+\/?$/,
];

/** Whether an address of this site, with its query if it has one, opens a screen of the portal. */
export const isPortalPath = (address: string): boolean =>
  patterns.some((pattern) => pattern.test(address.replace(/\?.*$/s, '')));
