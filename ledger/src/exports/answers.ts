const answer = (body: BodyInit, type: string): Response =>
  new Response(body, { headers: { 'content-type': type } });

/** Of answers with many bytes: read from the answer they would be copied several times. */
const known = new WeakMap<Response, Uint8Array>();

export const bytesOf = async (response: Response): Promise<Uint8Array> =>
  known.get(response) ?? new Uint8Array(await response.arrayBuffer());

export const jsonAnswer = (value: unknown): Response =>
  answer(`${JSON.stringify(value)}\n`, 'application/json; charset=utf-8');

/** @param type with its character set */
export function bytesAnswer(bytes: Uint8Array<ArrayBuffer>, type: string): Response {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const response = answer(body, type);
  known.set(response, bytes);
  return response;
}

export const textAnswer = (text: string): Response => answer(text, 'text/plain; charset=utf-8');

export const xmlAnswer = (xml: string): Response => answer(xml, 'application/xml; charset=utf-8');

/** The address of this site, which astro.config.ts always sets. */
export function siteOf({ site }: { site: URL | undefined }): URL {
  if (!site) throw new Error('The address of the site is not configured.');
  return site;
}
