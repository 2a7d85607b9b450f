/**
 * A title or an artist's name in the form in which two spellings are compared: width, case, accents
 * and punctuation do not matter, `(Remix)` equals `- Remix`, and `- Original` says nothing. Remix,
 * Live and Sped up stay different works.
 */
export function plainName(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss');
  const bare = folded.normalize('NFD').replace(/\p{M}/gu, '');
  const plain = words(bare.replace(/[-–—([]\s*original(?: mix| version)?\s*[)\]]?\s*$/u, ''));
  // A work may be called "+" or "???": then the signs are its name.
  return plain || words(bare) || bare.trim();
}

const words = (text: string): string =>
  text
    .replace(/['’‘`´]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Whether a song may be the one a Spotify for Artists file is named after: the name ends with
 * `-timeline.csv`, may carry ` (1)`, and has `_` where a file cannot carry the sign.
 */
export function mayBeNamedAfter(fileName: string, songName: string): boolean {
  const title = /(.*?)-timeline(?: ?\(\d+\))?\.csv$/i.exec(fileName)?.[1];
  if (title === undefined) return false;
  const pattern = title
    .normalize('NFKC')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('_', '.');
  return new RegExp(`^${pattern}$`, 'iu').test(songName.normalize('NFKC').trim());
}
