/**
 * A preview or whole song is named after its work and its own bytes, so a name never gets other bytes
 * and may be kept by every cache. Eight digits tell the few of one work apart; pages carry a name for
 * each of their cards, and hashes do not compress.
 */
export const soundFile = (datId: string, sha256: string): string =>
  `${datId}-${sha256.slice(0, 8)}.mp3`;

/** The DAT whose sound a file is, by its name; undefined for the name of something else. */
export const datOfSound = (file: string): string | undefined =>
  /^([\w-]{1,128})-[0-9a-f]{8}\.mp3$/.exec(file)?.[1];
