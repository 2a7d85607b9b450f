import { request } from 'node:http';

interface Posted {
  readonly status: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server answered
  readonly body: any;
  /** Retry-After in seconds; NaN without one. */
  readonly waitSeconds: number;
}

/** Posts JSON from a loopback address such as 127.0.0.9, like another visitor. */
export const postFrom = (
  localAddress: string,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Posted> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        localAddress,
        headers: { 'content-type': 'application/json', ...headers },
      },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: answer.statusCode,
          body: text.startsWith('{') ? JSON.parse(text) : text,
          waitSeconds: Number(answer.headers['retry-after']),
        });
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
