const answer = (body: string, type: string): Response =>
  new Response(body, { headers: { 'content-type': type } });

export const jsonAnswer = (value: unknown): Response =>
  answer(`${JSON.stringify(value)}\n`, 'application/json; charset=utf-8');

export const textAnswer = (text: string): Response => answer(text, 'text/plain; charset=utf-8');

/** The address of this site, which astro.config.ts always sets. */
export function siteOf({ site }: { site: URL | undefined }): URL {
  if (!site) throw new Error('The address of the site is not configured.');
  return site;
}
