import type { FormTree } from './form.ts';

/** One API request as recorded for assertions. `status` null: no answer was sent. */
export type RecordedCall = {
  requestId: string;
  atMs: number;
  method: string;
  path: string;
  params: FormTree;
  idempotencyKey: string | null;
  account: string | null;
  status: number | null;
  replayed: boolean;
};

const kept = 20_000;

/** Every API request since the start or the last reset, oldest first (the last 20,000). */
export class Calls {
  #calls: RecordedCall[] = [];

  add(call: RecordedCall): RecordedCall {
    this.#calls.push(call);
    if (this.#calls.length > kept) this.#calls.shift();
    return call;
  }

  list(filter: { method: string | null; path: string | null }): RecordedCall[] {
    return this.#calls.filter(
      (call) =>
        (filter.method === null || call.method === filter.method) &&
        (filter.path === null || call.path === filter.path),
    );
  }

  clear(): void {
    this.#calls = [];
  }
}
