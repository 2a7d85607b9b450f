import { request as httpRequest, type IncomingMessage } from 'node:http';

export interface BackChannel {
  readonly response: IncomingMessage;
  /** Arrays received so far: `[id, content]`. */
  readonly arrays: (readonly [number, unknown])[];
  readonly ended: Promise<void>;
  hangUp(): void;
}

export class RawChannel {
  readonly #url: string;
  #requests = 100;
  sid = '';

  constructor(base: string, method: 'Listen' | 'Write') {
    this.#url = `${base}/google.firestore.v1.Firestore/${method}/channel`;
  }

  async open(messages: readonly unknown[], headers = '', parameters = ''): Promise<string> {
    const url = `${this.#url}?VER=8&RID=${this.#requests++}&CVER=22${parameters}`;
    const { text } = await post(url, form(messages, 0, headers));
    this.sid = /"c","([^"]+)"/.exec(text)?.[1] ?? '';
    return text;
  }

  async send(messages: readonly unknown[], first: number, aid = -1): Promise<unknown> {
    const url = this.#at(`RID=${this.#requests++}&AID=${aid}`);
    const { status, text } = await post(url, form(messages, first));
    return status === 200 ? readFrames(text)[0] : [status, text];
  }

  async terminate(): Promise<number> {
    return (await post(this.#at(`RID=${this.#requests++}&TYPE=terminate`), '')).status;
  }

  async listen(aid: number, { isPolling = false } = {}): Promise<BackChannel> {
    const url = this.#at(`RID=rpc&AID=${aid}&CI=${isPolling ? 1 : 0}&TYPE=xmlhttp`);
    const request = httpRequest(url);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject).end();
    });
    if (response.statusCode !== 200) throw new Error(`Status ${response.statusCode}`);
    const arrays: (readonly [number, unknown])[] = [];
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      arrays.length = 0;
      for (const frame of readFrames(text))
        arrays.push(...(frame as (readonly [number, unknown])[]));
    });
    const ended = new Promise<void>((resolve) => response.on('close', resolve));
    response.on('error', () => {});
    return { response, arrays, ended, hangUp: () => request.destroy() };
  }

  #at(parameters: string): string {
    return `${this.#url}?VER=8&SID=${this.sid}&${parameters}`;
  }
}

/** Posts over a new connection, because Google's emulator drops idle ones silently. */
async function post(url: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = httpRequest(url, { method: 'POST', agent: false, headers });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject).end(body);
  });
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece;
  return { status: response.statusCode ?? 0, text };
}

function form(messages: readonly unknown[], first: number, headers = ''): string {
  const fields = new URLSearchParams({ headers, count: `${messages.length}`, ofs: `${first}` });
  messages.forEach((message, index) => {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    fields.set(`req${index}___data__`, text);
  });
  return String(fields);
}

/** Parses complete frames: a length in UTF-16 units, a newline, JSON. */
function readFrames(text: string): unknown[] {
  const frames: unknown[] = [];
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline + 1 + Number(text.slice(from, newline));
    if (newline < 0 || end > text.length) break;
    frames.push(JSON.parse(text.slice(newline + 1, end)));
    from = end;
  }
  return frames;
}
