import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

export interface WebKitConsole {
  readonly address: string;
  readonly complaints: () => readonly string[];
  readonly close: () => void;
}

const scriptPath = '/__complaints.js';
const reportPath = '/__complaints';

function report(path: string): void {
  const tell = (text: unknown) => navigator.sendBeacon(path, `${location.pathname}: ${text}`);
  const { error, warn } = console;
  console.error = (...parts) => {
    tell(parts.join(' '));
    error(...parts);
  };
  console.warn = (...parts) => {
    tell(`warning: ${parts.join(' ')}`);
    warn(...parts);
  };
  const inCapture = { capture: true };
  addEventListener(
    'error',
    ({ message, target }) => {
      const { src, href } = target as Partial<HTMLScriptElement & HTMLLinkElement>;
      tell(message ?? `could not load ${src ?? href}`);
    },
    inCapture,
  );
  addEventListener('unhandledrejection', ({ reason }) => tell(`unhandled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell(`${violatedDirective} refuses ${blockedURI}`),
  );
}

const withScript = (html: string): string =>
  html.replace(/<head[^>]*>/i, (head) => `${head}<script src="${scriptPath}"></script>`);

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function forward(asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = asked;
  const isPage = headers.accept?.includes('text/html') ?? false;
  const plain = isPage ? { ...headers, 'accept-encoding': 'identity' } : headers;
  const onward = request(asked.url ?? '', { ...(method && { method }), headers: plain });
  onward.on('response', async (found) => {
    const { statusCode = 502, headers: about } = found;
    if (!isPage || !about['content-type']?.startsWith('text/html')) {
      answer.writeHead(statusCode, about);
      found.pipe(answer);
      return;
    }
    const html = withScript(await readText(found));
    answer.writeHead(statusCode, { ...about, 'content-length': Buffer.byteLength(html) }).end(html);
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}

function joinSockets({ url, method, rawHeaders }: IncomingMessage, socket: Duplex): void {
  const { hostname, port, pathname, search } = new URL(url ?? '');
  const server = connect(Number(port), hostname, () => {
    const lines = rawHeaders.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\r\n`));
    server.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
    server.pipe(socket).pipe(server);
  });
  server.on('error', () => socket.destroy());
  socket.on('error', () => server.destroy());
}

/**
 * Starts a proxy that adds a reporting script to every page. WebKit's console cannot be read over
 * WebDriver, and its private sessions do not log it anywhere.
 */
export async function startWebKitConsole(): Promise<WebKitConsole> {
  const complaints: string[] = [];
  const server = createServer(async (asked, answer) => {
    const { pathname } = new URL(asked.url ?? '', 'http://127.0.0.1');
    if (pathname === reportPath) {
      complaints.push(await readText(asked));
      answer.writeHead(204).end();
    } else if (pathname === scriptPath) {
      answer.writeHead(200, { 'content-type': 'text/javascript' });
      answer.end(`(${report})(${JSON.stringify(reportPath)})`);
    } else {
      forward(asked, answer);
    }
  });
  server.on('upgrade', joinSockets);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    complaints: () => complaints,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
