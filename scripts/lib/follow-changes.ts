import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { signalGroup } from '@datchain/emulators-common/processes.ts';
import type { Stack } from '@datchain/stack/stack.ts';
import { keepSiteCurrent } from './keep-site-current.ts';
import { inRepository } from './root.ts';

type Log = (line: string) => void;
type Following = {
  /** The address of the portal, served from its sources, with the rest of the site beside it. */
  address: string;
  stop(): void;
};

const devPort = 5173;
const settleMillis = 300;

/**
 * Makes a running stack follow code changes: the portal reloads, the functions restart and the
 * ledger is rebuilt when their sources change.
 */
export function followChanges(stack: Stack, siteDir: string, log: Log): Following {
  const portal = servePortal(stack);
  const stopRebuilding = keepSiteCurrent(stack, siteDir, { everySeconds: 3, tell: log });
  const watchers = ['functions', 'shared'].map((folder) =>
    watchSources(folder, () => restartFunctions(stack, log)),
  );
  return {
    address: `http://127.0.0.1:${devPort}`,
    stop: () => {
      for (const watcher of watchers) watcher.close();
      if (portal.pid) signalGroup(portal.pid, 'SIGKILL');
      stopRebuilding();
    },
  };
}

function servePortal(stack: Stack): ChildProcess {
  const vite = inRepository('node_modules/vite/bin/vite.js');
  const address = ['--host', '127.0.0.1', '--port', String(devPort), '--strictPort'];
  return spawn(process.execPath, [vite, ...address], {
    cwd: inRepository('portal'),
    env: { ...process.env, DATCHAIN_SITE: stack.addresses.hosting },
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Calls `onChange` once for a burst of changes: editors and tools save several files at once. */
function watchSources(folder: string, onChange: () => void): FSWatcher {
  let timer: NodeJS.Timeout | undefined;
  return watch(inRepository(folder), { recursive: true }, (_event, file) => {
    if (!file || !/^(?!node_modules|dist).*(?<!\.test)\.ts$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, settleMillis);
  });
}

async function restartFunctions(stack: Stack, log: Log): Promise<void> {
  await stack.killFunctions();
  try {
    await stack.startFunctions();
    log('the functions follow your change.');
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
  }
}
