import {
  MAX_PIXELS,
  type ReleaseFileKind,
  releaseFiles,
} from '@datchain/shared/domain/release-files.ts';

const MEGABYTE = 1024 * 1024;

export function limitsText(kind: ReleaseFileKind): string {
  const { formats, maxBytes } = releaseFiles[kind];
  const pixels = kind === 'audio' ? '' : ` and ${MAX_PIXELS / 1e6} megapixels`;
  return `${formats.replace(/^a (.*) file$/, '$1')}, up to ${maxBytes / MEGABYTE} MB${pixels}.`;
}
