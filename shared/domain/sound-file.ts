/** Names a preview or song after its work and its bytes: every cache may keep it. Hashes do not compress: 8 digits. */
export const soundFile = (datId: string, sha256: string): string =>
  `${datId}-${sha256.slice(0, 8)}.mp3`;

/** The DAT whose sound a file is, by its name; undefined for the name of something else. */
export const datOfSound = (file: string): string | undefined =>
  /^([\w-]{1,128})-[0-9a-f]{8}\.mp3$/.exec(file)?.[1];
