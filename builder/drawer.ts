import { startLedgerProcess } from './ledger-process.ts';

/** What a drawer is to draw; it is sent to its process. */
export interface DrawOrder {
  /** What there is to draw from: see build-data.ts of the ledger. */
  readonly outlineFile: string;
  readonly rowsFile: string;
  /** Where the pieces are of files of the last site. */
  readonly piecesFile?: string | undefined;
  readonly outDir: string;
  /** Whether there may be files already that it is to replace: they are never written to. */
  readonly isReplacing: boolean;
  /** Where it writes what is known of the pages it has drawn. */
  readonly shareFile: string;
  readonly share: { readonly number: number; readonly of: number };
  /** Files of the site that are waited for: they come before all others. */
  readonly first: readonly string[];
  /** Files that it does not draw. */
  readonly kept: readonly string[];
}

/** What is sent to a drawer: its order, and then as often as it asks a list of some of the planned pages. */
export type ToDrawer = DrawOrder | { readonly planFile: PlanFile };

/** The file of such a list; null when there are no more. */
export type PlanFile = string | null;

/** What a drawer says to get the next list. */
export const nextPages = 'next pages';

/** What a drawer says once the files that are waited for are there. */
export const firstAreDrawn = 'first are drawn';

/** A process that draws pages of the ledger, once. It loads what draws them before it is told which. */
export interface Drawer {
  begin(order: DrawOrder): void;
  /** Gives it lists of pages until there are none: each when it has begun with the one before. */
  giveLists(next: () => PlanFile): void;
  /** Resolves when the files that are waited for are drawn, or when it has ended. */
  readonly firstDrawn: Promise<void>;
  /** Rejects with its last words when it has not drawn all. */
  readonly ended: Promise<void>;
  /** Ends it, whatever it does. */
  close(): void;
}

/** Starts a process that draws with a compiled ledger. */
export function startDrawer(compiled: string, env: NodeJS.ProcessEnv): Drawer {
  const { child, ended } = startLedgerProcess('draw-process.ts', [compiled], env);
  // One that is gone says why when its end is waited for.
  const tell = (message: ToDrawer) => child.connected && child.send(message, () => {});
  let asked = 0;
  let next: (() => PlanFile) | undefined;
  const answer = () => {
    for (; next && asked > 0; asked -= 1) tell({ planFile: next() });
  };
  const firstDrawn = new Promise<void>((resolve) => {
    child.on('message', (said) => {
      if (said === firstAreDrawn) resolve();
      if (said !== nextPages) return;
      asked += 1;
      answer();
    });
    child.on('exit', () => resolve());
  });
  // Until it is waited for, and when it is closed, no one needs to know how it ended.
  ended.catch(() => {});
  return {
    begin: tell,
    giveLists(lists) {
      next = lists;
      answer();
    },
    firstDrawn,
    ended,
    close: () => child.kill('SIGKILL'),
  };
}
