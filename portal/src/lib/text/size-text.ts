const MEGABYTE = 1024 * 1024;
const KILOBYTE = 1024;

/** Formats e.g. '58.2 MB' or '312 KB', on one line, in the megabytes of the upload limits. */
export const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE
    ? `${(bytes / MEGABYTE).toFixed(1)}\u00a0MB`
    : `${Math.max(1, Math.round(bytes / KILOBYTE))}\u00a0KB`;
