const clock = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

/** How far a stage is, like `[4/6] stack 18/41 · 2:05 of about 4:20`. */
export function progressLine(stage: {
  number: number;
  stages: number;
  key: string;
  done: number;
  total: number;
  seconds: number;
  /** From earlier runs, for the whole stage. */
  expectedSeconds: number | undefined;
}): string {
  const { number, stages, key, done, total, seconds, expectedSeconds } = stage;
  const count = total > 0 ? ` ${done}/${total}` : '';
  const about = expectedSeconds ? ` of about ${clock(Math.max(expectedSeconds, seconds))}` : '';
  return `[${number}/${stages}] ${key}${count} · ${clock(seconds)}${about}`;
}

/**
 * Shows how far everything is that runs at the same time, on a line that replaces the one before on a
 * terminal; elsewhere on one at most every 30 seconds.
 */
export class ProgressDisplay {
  #shownAt = Number.NEGATIVE_INFINITY;
  readonly #lines = new Map<unknown, string>();
  readonly #isTerminal = process.stdout.isTTY;

  /** How far `source` is, until it says more. */
  show(line: string, source: unknown): void {
    this.#lines.set(source, line);
    const now = performance.now();
    if (now - this.#shownAt < (this.#isTerminal ? 200 : 30_000)) return;
    this.#shownAt = now;
    const all = [...this.#lines.values()].join('   ');
    if (this.#isTerminal) process.stdout.write(`\r\x1b[2K${all}`);
    else console.log(all);
  }

  /** A line that stays, and after which the next one is shown at once. */
  say(line: string, source: unknown): void {
    this.#lines.delete(source);
    if (this.#isTerminal) process.stdout.write('\r\x1b[2K');
    console.log(line);
    this.#shownAt = Number.NEGATIVE_INFINITY;
  }
}
