import { uploadFolders } from '@datchain/shared/domain/release/upload-path.ts';

const folder = new RegExp(`(?:${Object.values(uploadFolders).join('|')})/`, 'g');
const isWorthALook = new RegExp(Object.values(uploadFolders).join('|'));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path as it may stand in a text: to the end of it, or to what ends an address. */
function* pathsIn(text: string): Generator<string> {
  for (const { index } of text.matchAll(folder)) {
    const rest = text.slice(index);
    yield rest;
    yield rest.split(/[?#&\s"'<>]/, 1)[0]!;
  }
}

function* inText(text: string): Generator<string> {
  if (!isWorthALook.test(text)) return;
  const once = decoded(text);
  // A path's own question mark is escaped in an address: what follows an open one is not a path.
  for (const spelling of new Set([text, once, decoded(once), decoded(text.split(/[?#]/, 1)[0]!)])) {
    yield* pathsIn(spelling);
  }
}

/**
 * Every path of an upload that a stored value may mean, wherever it stands and however its address
 * is spelt: of this or another host, escaped or not. More than are meant, never fewer.
 */
export function* mentionedUploads(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* inText(value);
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) yield* mentionedUploads(part);
  }
}
