export const textAnswer = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });

/** Returns the site's address, which astro.config.ts always sets. */
export function readSiteUrl({ site }: { site: URL | undefined }): URL {
  if (!site) throw new Error('The address of the site is not configured.');
  return site;
}
