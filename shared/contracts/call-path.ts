/** Calls with an address of their own: the specification names them, and other programs may know it. */
const own: readonly string[] = [
  'createOrRetrieveAccount',
  'createPaymentLinkDatTokenTesting',
  'listDatChainTokens',
  'releaseDAT',
  'releaseDATFromSummary',
  'setEditionForSaleCF',
];

/** Calls that hold a recording or a picture: they run on larger machines (functions/machines.ts). */
const media: readonly string[] = ['changeAccount', 'decide', 'setPreview'];

/** Where a call is found below the address of all functions; `calls` and `media` are functions of many calls. */
export function callPath(name: string): string {
  if (own.includes(name)) return name;
  return `${media.includes(name) ? 'media' : 'calls'}/${name}`;
}
