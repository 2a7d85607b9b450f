import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@datchain/stack/ports.ts';
import { type DrivenBrowser, parseAnswer, pressAt, toScript } from './driven-browser.ts';
import { type Program, startProgram } from './program.ts';
import { startWebKitConsole } from './webkit-console.ts';

export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

/** Without this style the toolbar keeps the window wider than a phone. */
const narrowToolbar = '* { min-width: 0; margin: 0; padding: 0; }\n';

/** Sends a WebDriver command. @throws the driver's error message */
async function send<Value>(method: string, address: string, body?: object): Promise<Value> {
  const response = await fetch(address, body ? { method, body: JSON.stringify(body) } : { method });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${address}: ${value.error}. ${value.message}`);
  return value as Value;
}

/** Waits until the driver answers, because it does not report when it is ready. */
async function untilReady(address: string): Promise<void> {
  const isReady = () =>
    send('GET', `${address}/status`).then(
      () => true,
      () => false,
    );
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
}

function drive(
  session: string,
  complaints: DrivenBrowser['complaints'],
  stop: () => Promise<void>,
): DrivenBrowser {
  const post = <Value>(command: string, body: object) =>
    send<Value>('POST', `${session}/${command}`, body);
  const run: DrivenBrowser['run'] = async (inPage, ...args) => {
    const script = `
      const [args, done] = arguments;
      (${toScript(inPage)})(args).then((text) => done({ text }), (error) => done({ error: String(error) }));`;
    const { text, error } = await post<{ text?: string; error?: string }>('execute/async', {
      script,
      args: [JSON.stringify(args)],
    });
    if (error) throw new Error(error);
    return parseAnswer(text);
  };
  return {
    resize: async (width, height) => {
      // The size of a window includes its bars.
      const [across, down] = await run(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
      const size = { width: width + (across ?? 0), height: height + (down ?? 0) };
      await post('window/rect', { x: 0, y: 0, ...size });
    },
    open: async (url) => {
      await post('url', { url });
    },
    run,
    press: async (x, y) => {
      await post('actions', { actions: pressAt(x, y) });
    },
    complaints,
    close: async () => {
      // The browser ends with its session; killing the driver would leave it running.
      await send('DELETE', session).catch(() => {});
      await stop();
    },
  };
}

/**
 * Starts WebKitGTK's MiniBrowser on a virtual screen, driven over WebDriver. Its sessions are
 * private.
 */
export async function launchWebKit(programs: WebKitPrograms): Promise<DrivenBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'driven-webkit-'));
  const running: Program[] = [];
  const console = await startWebKitConsole();
  const stop = async () => {
    console.close();
    for (const program of running.toReversed()) await program.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const start: typeof startProgram = (...program) => {
    const started = startProgram(...program);
    running.push(started);
    return started;
  };
  try {
    mkdirSync(join(home, 'gtk-3.0'));
    writeFileSync(join(home, 'gtk-3.0/gtk.css'), narrowToolbar);
    const size = ['-screen', '0', '1600x1200x24'];
    const screen = start(programs.screen, ['-displayfd', '1', ...size, '-nolisten', 'tcp'], {
      speaksOn: 1,
    });
    const display = await screen.said(/^(\d+)$/);
    const { hosting: port } = await freePorts();
    const driver = start(programs.driver, [`--port=${port}`], {
      speaksOn: 2,
      env: {
        DISPLAY: `:${display}`,
        GDK_BACKEND: 'x11',
        HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_DATA_HOME: home,
        XDG_CACHE_HOME: home,
        // Root has no sandbox, and the virtual screen no graphics card.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      },
    });
    const address = `http://127.0.0.1:${port}`;
    await Promise.race([untilReady(address), driver.ended]);
    const options = { binary: programs.browser, args: ['--automation'] };
    const proxy = { proxyType: 'manual', httpProxy: console.address };
    const { sessionId } = await send<{ sessionId: string }>('POST', `${address}/session`, {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': options,
          proxy,
          unhandledPromptBehavior: 'accept',
        },
      },
    });
    return drive(`${address}/session/${sessionId}`, console.complaints, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}
