import { type ReleaseFileKind, releaseFiles } from '@datchain/shared/domain/release-files.ts';

const MEGABYTE = 1024 * 1024;

/** 'WAV or FLAC, up to 200 MB.' */
export function limitsText(kind: ReleaseFileKind): string {
  const { formats, maxBytes } = releaseFiles[kind];
  return `${formats.replace(/^a (.*) file$/, '$1')}, up to ${maxBytes / MEGABYTE} MB.`;
}
