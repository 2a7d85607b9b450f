/**
 * Names a preview or song after its work and a hash of its bytes, so caches may keep it forever. It uses 8
 * digits, because hashes do not compress.
 */
export const soundFile = (datId: string, sha256: string): string =>
  `${datId}-${sha256.slice(0, 8)}.mp3`;

export const datOfSound = (file: string): string | undefined =>
  /^([\w-]{1,128})-[0-9a-f]{8}\.mp3$/.exec(file)?.[1];
