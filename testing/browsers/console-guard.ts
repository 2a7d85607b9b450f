import type { BrowserContext } from '@playwright/test';

export class ConsoleGuard {
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [];

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.#complaints.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (failure) => {
      this.#complaints.push(`uncaught: ${failure.error().stack ?? failure.error().message}`);
    });
  }

  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  unexpected(): string[] {
    return this.#complaints.filter((text) => !this.#expected.some((each) => each.test(text)));
  }
}
