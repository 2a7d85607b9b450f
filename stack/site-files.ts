import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { Readable } from 'node:stream';

type FoundFile = { modified: number; size: number; etag: string; stream: Readable };

/**
 * Finds the file behind an address. There is no cache between requests, so a site that was swapped
 * is served from the next request on. A file is read whole, so that a swap never mixes two
 * versions.
 */
export function createFileFinder(siteDir: string) {
  return async (_request: unknown, address: string): Promise<FoundFile | null> => {
    const path = locate(address, siteDir);
    if (!path) return null;
    try {
      const info = await stat(path);
      if (!info.isFile()) return null;
      const content = await readFile(path);
      return {
        modified: Math.trunc(info.mtimeMs),
        size: content.length,
        etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`,
        stream: Readable.from(content.length > 0 ? [content] : []),
      };
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  };
}

function locate(address: string, siteDir: string): string | undefined {
  const path = decode(address);
  if (path === undefined || !path.startsWith('/') || path.includes('\0')) return undefined;
  if (path.split(/[/\\]/).includes('..')) return undefined;
  return join(siteDir, normalize(path));
}

function decode(address: string): string | undefined {
  try {
    return decodeURI(address);
  } catch {
    return undefined;
  }
}

const isAbsence = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
