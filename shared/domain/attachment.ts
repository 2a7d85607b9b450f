const MOST_LETTERS = 100;

/** Without characters that mean something else to a file system or a header. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are among what must go
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim();

/** `Artist - Song.wav`, as every system can save it. */
export function fileNameOf(parts: readonly string[], extension: string): string {
  const name = parts.map(plain).filter(Boolean).join(' - ');
  const letters = [...name]
    .slice(0, MOST_LETTERS)
    .join('')
    .replace(/[. ]+$/, '');
  return `${letters || 'Song'}.${extension}`;
}

/** The header that has a browser save a file under this name: in ASCII, and as it is (RFC 6266). */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/[\\"%]/g, '_');
  const whole = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
