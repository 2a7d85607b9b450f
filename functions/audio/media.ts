type Media = typeof import('mediabunny');

let loading: Promise<Media> | undefined;

/**
 * The media library, able to write MP3, which Node cannot by itself. It is loaded for the first
 * recording: most processes never handle one, and start faster without it.
 */
export function media(): Promise<Media> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Media> {
  const [library, { registerMp3Encoder }] = await Promise.all([
    import('mediabunny'),
    import('@mediabunny/mp3-encoder'),
  ]);
  registerMp3Encoder();
  return library;
}
