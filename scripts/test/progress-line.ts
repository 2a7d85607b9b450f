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

/** Shows lines that replace each other on a terminal; elsewhere one at most every 30 seconds. */
export class ProgressDisplay {
  #shownAt = Number.NEGATIVE_INFINITY;
  readonly #isTerminal = process.stdout.isTTY;

  show(line: string): void {
    const now = performance.now();
    if (now - this.#shownAt < (this.#isTerminal ? 200 : 30_000)) return;
    this.#shownAt = now;
    if (this.#isTerminal) process.stdout.write(`\r\x1b[2K${line}`);
    else console.log(line);
  }

  /** A line that stays, and after which the next one is shown at once. */
  say(line: string): void {
    if (this.#isTerminal) process.stdout.write('\r\x1b[2K');
    console.log(line);
    this.#shownAt = Number.NEGATIVE_INFINITY;
  }
}
