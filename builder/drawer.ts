import { startLedgerProcess } from './ledger-process.ts';

/** What a drawer is to draw; it is sent to its process. */
export interface DrawOrder {
  /** What there is to draw from: see build-data.ts of the ledger. */
  readonly outlineFile: string;
  readonly rowsFile: string;
  readonly planFile: string;
  readonly outDir: string;
  /** Whether there may be files already that it is to replace: they are never written to. */
  readonly isReplacing: boolean;
  /** Where it writes what is known of the pages it has drawn. */
  readonly shareFile: string;
  readonly share: { readonly number: number; readonly of: number };
  readonly site: string;
  readonly kept: readonly string[];
}

/** A process that draws pages of the ledger, once. It loads what draws them before it is told which. */
export interface Drawer {
  begin(order: DrawOrder): void;
  /** Rejects with its last words when it has not drawn all. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Starts a process that draws with a compiled ledger. */
export function startDrawer(compiled: string, env: NodeJS.ProcessEnv): Drawer {
  const { child, ended } = startLedgerProcess('draw-process.ts', [compiled], env);
  // Until it is waited for, and when it is closed, no one needs to know how it ended.
  ended.catch(() => {});
  return {
    // One that is gone says why when its end is waited for.
    begin: (order) => child.connected && child.send(order, () => {}),
    ended,
    close: () => child.kill('SIGKILL'),
  };
}
