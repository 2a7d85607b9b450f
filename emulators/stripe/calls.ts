import type { FormTree } from './form.ts';

/** An API request as recorded for assertions. `status` is null when no answer was sent. */
export type RecordedCall = {
  requestId: string;
  atMillis: number;
  method: string;
  path: string;
  params: FormTree;
  idempotencyKey: string | null;
  account: string | null;
  status: number | null;
  replayed: boolean;
};

const maxCalls = 20_000;

/** A log of API requests since the start or the last reset, oldest first (the last 20,000). */
export class Calls {
  #calls: RecordedCall[] = [];

  add(call: RecordedCall): RecordedCall {
    this.#calls.push(call);
    if (this.#calls.length > maxCalls) this.#calls.shift();
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
