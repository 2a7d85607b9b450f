import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { applyPatch, applyPut } from './tree.ts';

interface PathStreamOptions {
  readonly url: string;
  /** Called with the whole value after each change, and on every keep-alive. */
  readonly onValue: (value: unknown) => void;
  readonly onDown: () => void;
}

/** The database sends a keep-alive every 30 s; after two and a half of them the connection counts as dead. */
const silenceLimitMillis = 75_000;
const retryMillis = (attempt: number): number => Math.min(30_000, 1000 * 2 ** attempt);

/**
 * Follows a public path of the Realtime Database over REST streaming, and reconnects with a growing delay. Returns
 * the close function.
 */
export function openPathStream({ url, onValue, onDown }: PathStreamOptions): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let value: unknown = null;
  let known = false;
  let attempt = 0;
  let closed = false;

  const schedule = (run: () => void, delay: number) => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(run, delay);
  };
  const fail = () => {
    source?.close();
    onDown();
    schedule(connect, retryMillis(attempt) * (0.75 + Math.random() / 2));
    attempt += 1;
  };
  const heard = () => {
    attempt = 0;
    schedule(fail, silenceLimitMillis);
    if (known) onValue(value);
  };
  const onChange = (apply: typeof applyPut) => (event: MessageEvent<string>) => {
    const change: unknown = JSON.parse(event.data);
    if (!isRecord(change)) return;
    value = apply(value, String(change.path), change.data);
    known = true;
    heard();
  };

  function connect() {
    source = new EventSource(url);
    source.addEventListener('put', onChange(applyPut));
    source.addEventListener('patch', onChange(applyPatch));
    source.addEventListener('keep-alive', heard);
    source.addEventListener('cancel', fail);
    source.addEventListener('auth_revoked', fail);
    source.addEventListener('error', fail);
  }

  connect();
  return () => {
    closed = true;
    clearTimeout(timer);
    source?.close();
  };
}
