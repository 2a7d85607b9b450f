/**
 * The same JSON in ASCII: other characters stand as `\u` and four digits. SQLite's texts are read in half
 * the time like that, because V8 decodes others byte by byte.
 */
export const asciiJson = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
