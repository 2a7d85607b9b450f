import type { BrowserContext } from '@playwright/test';

/** What the pages of a test complained about, and which complaints the test expects. */
export class ConsoleGuard {
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Watches every page that is opened in the context. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.#complaints.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (failure) => {
      this.#complaints.push(`uncaught: ${failure.error().stack ?? failure.error().message}`);
    });
  }

  /** Names an error that belongs to what the test does, like a failed request while offline. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** The complaints no one expected. */
  unexpected(): string[] {
    return this.#complaints.filter((text) => !this.#expected.some((each) => each.test(text)));
  }
}
