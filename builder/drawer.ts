import { startLedgerProcess } from './ledger-process.ts';

export interface DrawOrder {
  /** The data; see build-data.ts of the ledger. */
  readonly outlineFile: string;
  readonly rowsFile: string;
  readonly planFile: string;
  readonly outDir: string;
  /** Whether files may exist already: they are replaced, never written in place, because they are hard links. */
  readonly isReplacing: boolean;
  readonly shareFile: string;
  readonly share: { readonly number: number; readonly of: number };
  readonly site: string;
  readonly kept: readonly string[];
}

/** A process that draws pages once. It loads its modules before the order is known. */
export interface Drawer {
  begin(order: DrawOrder): void;
  /** Rejects with the last output unless all pages are drawn. */
  readonly ended: Promise<void>;
  close(): void;
}

export function startDrawer(compiled: string, env: NodeJS.ProcessEnv): Drawer {
  const { child, ended } = startLedgerProcess('draw-process.ts', [compiled], env);
  // Nobody has to handle the rejection of a process that is killed unused.
  ended.catch(() => {});
  return {
    // A process that died reports its error through `ended`.
    begin: (order) => child.connected && child.send(order, () => {}),
    ended,
    close: () => child.kill('SIGKILL'),
  };
}
