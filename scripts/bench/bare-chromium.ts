import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import {
  chromiumArguments,
  findChromium,
  findHeadlessShell,
} from '@datchain/shared/ui/testing/find-chromium.ts';

/** A page that is asked by its script alone. */
export interface BarePage {
  /** The value of an expression in the page; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
}

/** The address at which a started Chromium can be asked. */
async function addressOf(browser: ChildProcess): Promise<string> {
  if (!browser.stderr) throw new Error('unreachable: its errors are piped');
  for await (const line of createInterface(browser.stderr)) {
    const found = /^DevTools listening on ws:\/\/([^/]+)\//.exec(line);
    if (found?.[1]) return found[1];
  }
  throw new Error('Chromium did not start.');
}

async function openPage(address: string, url: string): Promise<BarePage & { close(): void }> {
  const made = await fetch(`http://${address}/json/new?${encodeURIComponent(url)}`, {
    method: 'PUT',
  });
  const { webSocketDebuggerUrl } = (await made.json()) as { webSocketDebuggerUrl: string };
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  let last = 0;
  const page = {
    close: () => socket.close(),
    async evaluate(expression: string): Promise<unknown> {
      const id = ++last;
      const params = { expression, awaitPromise: true, returnByValue: true };
      socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }));
      for (;;) {
        const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
        const answer = JSON.parse(data);
        if (answer.id !== id) continue;
        if (answer.result?.exceptionDetails) throw new Error(JSON.stringify(answer.result));
        return answer.result?.result?.value;
      }
    },
  };
  // Until then it is an empty page, whose answers end with it.
  const isOpen = `location.href === ${JSON.stringify(url)} && document.readyState === 'complete'`;
  while ((await page.evaluate(isOpen)) !== true) await setTimeout(50);
  return page;
}

/**
 * Opens a page in a Chromium of its own, with an empty profile, that tells no tool of its requests:
 * telling takes longer than a small file does.
 */
export async function inBareChromium<T>(
  url: string,
  run: (page: BarePage) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'bare-chromium-'));
  const path = findHeadlessShell() ?? findChromium();
  const browser = spawn(
    path,
    [...chromiumArguments, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = once(browser, 'exit');
  try {
    const page = await openPage(await addressOf(browser), url);
    return await run(page).finally(() => page.close());
  } finally {
    browser.kill();
    await gone;
    rmSync(profile, { recursive: true, force: true });
  }
}
