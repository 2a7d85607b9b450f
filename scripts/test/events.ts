import { stripVTControlCharacters } from 'node:util';

/** What a runner of tests tells while it runs, through its IPC channel to `npm test`. */
export type TestEvent =
  | { readonly is: 'begin'; readonly files: number }
  | {
      readonly is: 'file';
      /** Relative to the repository. */
      readonly file: string;
      readonly seconds: number;
      readonly passed: number;
    }
  | ({ readonly is: 'failure' } & Failure)
  | ({ readonly is: 'left out' } & LeftOut);

/** A test that could not run on this machine, and why. */
export type LeftOut = Pick<Failure, 'file' | 'title' | 'message'>;

/** A test that failed, or a file that could not even be loaded. */
export interface Failure {
  /** Relative to the repository. */
  readonly file: string;
  readonly line?: number;
  /** Vitest's project or Playwright's. */
  readonly project: string;
  readonly title: string;
  readonly message: string;
}

/** Tells `npm test`; without it, as when a runner is started by hand, no one listens. */
export function tell(event: TestEvent): void {
  process.send?.(event);
}

/** An error of a test, as runners give it. */
interface Said {
  readonly message?: string | undefined;
  readonly code?: unknown;
  readonly cause?: unknown;
}

const isSaid = (cause: unknown): cause is Said => typeof cause === 'object' && cause !== null;

/** What an error says, and what the errors behind it say: "fetch failed" alone is of no help. */
function wordsOf({ message, code, cause }: Said): string {
  const words = message || `${code ?? 'No message.'}`;
  return isSaid(cause) ? `${words}\nbecause: ${wordsOf(cause)}` : words;
}

/** The beginning of what an error says, without colours. */
export const shortMessage = (error: Said = {}): string =>
  stripVTControlCharacters(wordsOf(error)).split('\n').slice(0, 12).join('\n');
