import { uploadFolders } from '@datchain/shared/domain/release/upload-path.ts';

const folder = new RegExp(`(?:${Object.values(uploadFolders).join('|')})/`, 'g');
const mentionsFolder = new RegExp(Object.values(uploadFolders).join('|'));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Yields the possible ends of a path in a text: the end of the text, and the first character that
 * ends an address.
 */
function* pathsIn(text: string): Generator<string> {
  for (const { index } of text.matchAll(folder)) {
    const rest = text.slice(index);
    yield rest;
    yield rest.split(/[?#&\s"'<>]/, 1)[0]!;
  }
}

function* inText(text: string): Generator<string> {
  if (!mentionsFolder.test(text)) return;
  const once = decoded(text);
  // A path's own question mark is escaped in an address, so an unescaped one ends the path.
  for (const spelling of new Set([text, once, decoded(once), decoded(text.split(/[?#]/, 1)[0]!)])) {
    yield* pathsIn(spelling);
  }
}

/**
 * Yields every upload path that a stored value may mention, anywhere in it and in any spelling of
 * the address: any host, escaped or not. It may yield too many paths, never too few.
 */
export function* mentionedUploads(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* inText(value);
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) yield* mentionedUploads(part);
  }
}
