const MAX_CHARACTERS = 100;

const plain = (text: string): string =>
  text
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed too
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim();

/** Returns `Artist - Song.wav`, safe as a file name on every system; `Song` if nothing is left. */
export function formatFileName(parts: readonly string[], extension: string): string {
  const name = parts.map(plain).filter(Boolean).join(' - ');
  const letters = [...name]
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/[. ]+$/, '');
  return `${letters || 'Song'}.${extension}`;
}

/** Returns a `Content-Disposition` header with an ASCII name and the full UTF-8 name (RFC 6266). */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/[\\"%]/g, '_');
  const whole = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
