import { type Upload, UploadCancelled } from '../../../lib/storage/storage-upload.ts';

/** Holds what is being uploaded, and stops the steps between two uploads too. */
export class Brake {
  /** Rejects with UploadCancelled; never resolves. */
  readonly cancelled: Promise<never>;
  #reject: (reason: Error) => void = () => {};
  #upload: Upload | undefined;
  #pause: { ended: Promise<void>; end: () => void } | undefined;
  #isLetGo = false;

  constructor() {
    this.cancelled = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    // Those who wait for it get the error; no one else needs it.
    this.cancelled.catch(() => {});
  }

  /** From now on this is the upload that is paused, resumed or cancelled. */
  hold(upload: Upload): void {
    this.#upload = upload;
    if (this.#pause) upload.pause();
    this.cancelled.catch(() => upload.cancel());
  }

  pause(): void {
    if (this.#pause) return;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#pause = { ended, end };
    this.#upload?.pause();
  }

  resume(): void {
    this.#pause?.end();
    this.#pause = undefined;
    this.#upload?.resume();
  }

  /** Ends everything that can still be ended. */
  cancel(): void {
    if (!this.#isLetGo) this.#reject(new UploadCancelled());
  }

  /** Waits while everything is paused. @throws UploadCancelled */
  async released(): Promise<void> {
    if (this.#pause) await Promise.race([this.#pause.ended, this.cancelled]);
    await Promise.race([this.cancelled, Promise.resolve()]);
  }

  /** From now on nothing can be called back: the server has been asked. */
  letGo(): void {
    this.#isLetGo = true;
  }
}
