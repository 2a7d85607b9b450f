import { type Flat, readCanonical } from './canonical.ts';

export interface CertificateLine {
  readonly text: string;
  /** The line's number in the log, from 1. */
  readonly number: number;
  /** The edition's version after the line; 1 is the release. */
  readonly version: number;
}

const handsOver = ({ kind }: Flat): boolean =>
  kind === 'sale' || kind === 'resale' || kind === 'gift' || kind === 'opening-sale';
const isRelease = ({ kind }: Flat): boolean => kind === 'release' || kind === 'opening-release';

/**
 * Finds the line by which an edition's holder got it: the latest sale or gift, or the release; undefined if
 * it is unpublished.
 */
export function certificateLine(
  lines: readonly string[],
  edition: number,
): CertificateLine | undefined {
  const read = lines.flatMap((text) => {
    const fields = readCanonical(text.slice(0, -1));
    return fields ? [{ text, fields }] : [];
  });
  const found =
    read.filter(({ fields }) => handsOver(fields) && fields.edition === edition).at(-1) ??
    read.find(({ fields }) => isRelease(fields));
  if (!found) return undefined;
  const { seq, version = 1 } = found.fields;
  return { text: found.text, number: Number(seq), version: Number(version) };
}

export const proofName = (datId: string, edition: number, version: number): string =>
  `${datId}-${edition}-v${version}.tlog-proof`;
