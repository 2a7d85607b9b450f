/**
 * Reads an ISRC (ISO 3901) as typed and returns the stored form `GBXNQ2600417` (N-FCT-01); undefined for
 * other texts.
 */
export function readIsrc(text: string): string | undefined {
  const isrc = text.toUpperCase().replace(/[-‐‑–\s]/g, '');
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(isrc) ? isrc : undefined;
}
