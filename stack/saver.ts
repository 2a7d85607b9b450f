import type { Generation } from './generations.ts';

const CHECK_INTERVAL_MILLIS = 20_000;
/** Scripts write directly to the stores, which is not noticed, so a save is forced from time to time. */
const MAX_SAVE_INTERVAL_MILLIS = 120_000;

export type SaverOptions = {
  save: () => Promise<Generation>;
  /** Returns a text that differs when something may have happened. */
  changes: () => Promise<string>;
  onTrouble?: ((message: string) => void) | undefined;
};

export class Saver {
  readonly #options: SaverOptions;
  #timer: NodeJS.Timeout | undefined;
  #lastChanges = '';
  #lastSavedAt = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: SaverOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#timer ??= setInterval(() => {
      this.#saveIfChanged().catch((error: Error) => {
        this.#options.onTrouble?.(`The data could not be saved: ${error.message}`);
      });
    }, CHECK_INTERVAL_MILLIS);
  }

  saveNow(): Promise<Generation> {
    const saving = this.#queue.then(async () => {
      const changes = await this.#options.changes();
      const generation = await this.#options.save();
      this.#lastChanges = changes;
      this.#lastSavedAt = Date.now();
      return generation;
    });
    this.#queue = saving.catch(() => {});
    return saving;
  }

  async end(): Promise<boolean> {
    const wasSaving = this.#timer !== undefined;
    clearInterval(this.#timer);
    await this.#queue;
    return wasSaving;
  }

  async #saveIfChanged(): Promise<void> {
    const isOld = Date.now() - this.#lastSavedAt > MAX_SAVE_INTERVAL_MILLIS;
    if (isOld || (await this.#options.changes()) !== this.#lastChanges) await this.saveNow();
  }
}
