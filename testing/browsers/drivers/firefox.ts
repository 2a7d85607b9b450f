import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DrivenBrowser, parseAnswer, pressAt, toScript } from './driven-browser.ts';
import { startProgram } from './program.ts';

/** A WebDriver BiDi answer to a command, by the command's id. Events have a method instead. */
interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** Sends a WebDriver BiDi command. @throws Firefox's error message */
type Send = <Result>(method: string, params: object) => Promise<Result>;

async function connect(
  address: string,
  onEvent: (method: string, params: unknown) => void,
): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.method) onEvent(answer.method, answer.params);
    else waiting.get(answer.id ?? 0)?.(answer);
  });
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ error: 'the connection is closed' });
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}.`)));
  });
  let lastId = 0;
  const send: Send = async (method, params) => {
    lastId += 1;
    const id = lastId;
    const { result, error, message } = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error}. ${message ?? ''}`);
    return result as never;
  };
  return { send, close: () => socket.close() };
}

interface Evaluated {
  readonly result?: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string };
}

interface LogEntry {
  readonly level: string;
  readonly text: string | null;
}

function drive(
  send: Send,
  context: string,
  { complaints, close }: Pick<DrivenBrowser, 'complaints' | 'close'>,
): DrivenBrowser {
  return {
    resize: async (width, height) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run: async (inPage, ...args) => {
      const { result, exceptionDetails } = await send<Evaluated>('script.callFunction', {
        functionDeclaration: toScript(inPage),
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return parseAnswer(result?.value);
    },
    press: async (x, y) => {
      await send('input.performActions', { context, actions: pressAt(x, y) });
    },
    complaints,
    close,
  };
}

/**
 * Starts Firefox headless with a new profile, driven over WebDriver BiDi.
 *
 * @param path of Firefox
 * @param preferences by their names in about:config
 */
export async function launchFirefox(
  path: string,
  preferences: Readonly<Record<string, boolean | number | string>> = {},
): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'driven-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const parameters = ['--headless', '--no-remote', '--remote-debugging-port', '0'];
  const firefox = startProgram(path, [...parameters, '--profile', profile], {
    speaksOn: 2,
    // Firefox also writes to the home folder.
    env: { HOME: profile },
  });
  const stop = async () => {
    await firefox.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await firefox.said(/WebDriver BiDi listening on (ws:\S+)/);
    const complaints: string[] = [];
    const { send, close } = await connect(`${address}/session`, (method, params) => {
      const { level, text } = params as LogEntry;
      const isComplaint = method === 'log.entryAdded' && ['error', 'warn'].includes(level);
      if (isComplaint) complaints.push(level === 'warn' ? `warning: ${text}` : `${text}`);
    });
    await send('session.new', {
      capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } },
    });
    await send('session.subscribe', { events: ['log.entryAdded'] });
    const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
    return drive(send, context, {
      complaints: () => complaints,
      close: () => {
        close();
        return stop();
      },
    });
  } catch (error) {
    await stop();
    throw error;
  }
}
