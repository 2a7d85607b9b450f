/** Calls with their own address: the specification names them, and other programs can use them. */
const own: readonly string[] = [
  'createOrRetrieveAccount',
  'createPaymentLinkDatTokenTesting',
  'listDatChainTokens',
  'releaseDAT',
  'releaseDATFromSummary',
  'setEditionForSaleCF',
];

/** Calls that process a recording or a picture; they run on larger machines (functions/machines.ts). */
const media: readonly string[] = ['changeAccount', 'decide', 'setPreview'];

/** Returns the path of a call below the functions' address; `calls` and `media` are functions that serve many calls. */
export function callPath(name: string): string {
  if (own.includes(name)) return name;
  return `${media.includes(name) ? 'media' : 'calls'}/${name}`;
}
