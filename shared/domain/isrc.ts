/**
 * An ISRC as it is stored and compared, such as `GBXNQ2600417`: two letters of a country, three
 * letters or digits of the issuer, two digits of the year, five of the recording (ISO 3901).
 * Hyphens, spaces and small letters are how people write it (N-FCT-01).
 *
 * @returns undefined for any other text
 */
export function readIsrc(text: string): string | undefined {
  const isrc = text.toUpperCase().replace(/[-‐‑–\s]/g, '');
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(isrc) ? isrc : undefined;
}
