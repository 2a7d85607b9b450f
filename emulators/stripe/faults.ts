import { fields, maybe, oneOf, text, whole } from './params.ts';

/** A fault set by a test; see README, "Faults". */
export type Fault = {
  method: string;
  /** The path of the call; `*` matches one segment. */
  path: string;
  mode: 'before' | 'after';
  kind: '500' | '429' | 'reset' | 'hang';
  times: number;
  /** Whether a 500 is kept under the idempotency key, as Stripe does once it began to execute. */
  stored: boolean;
};

/** Reads a fault from a request body. A 429 never follows an effect, so `after` is refused. */
export const faultShape = fields({
  method: oneOf('GET', 'POST', 'DELETE'),
  path: text(),
  mode: oneOf('before', 'after'),
  kind: oneOf('500', '429', 'reset', 'hang'),
  times: maybe(whole(1)),
  stored: maybe(oneOf('true', 'false')),
});

/** The faults still to happen; each matching call uses one up. */
export class Faults {
  #waiting: Fault[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  clear(): void {
    this.#waiting = [];
  }

  list(): readonly Fault[] {
    return this.#waiting;
  }

  take(
    call: { method: string; path: string },
    mode: Fault['mode'],
    kinds: Fault['kind'][],
  ): Fault | undefined {
    const fault = this.#waiting.find(
      (candidate) =>
        candidate.mode === mode &&
        kinds.includes(candidate.kind) &&
        candidate.method === call.method &&
        matches(candidate.path, call.path),
    );
    if (fault === undefined) return undefined;
    fault.times -= 1;
    if (fault.times === 0) this.#waiting = this.#waiting.filter((other) => other !== fault);
    return fault;
  }
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const steps = path.split('/');
  return (
    wanted.length === steps.length &&
    wanted.every((step, index) => step === '*' || step === steps[index])
  );
}
