/** An ISRC as stored, such as `GBXNQ2600417` (ISO 3901), however it is typed (N-FCT-01); undefined for other texts. */
export function readIsrc(text: string): string | undefined {
  const isrc = text.toUpperCase().replace(/[-‐‑–\s]/g, '');
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(isrc) ? isrc : undefined;
}
