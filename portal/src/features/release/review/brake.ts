import { type Upload, UploadCancelled } from '../../../lib/storage/storage-upload.ts';

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
    // Prevents an unhandled rejection where nobody waits.
    this.cancelled.catch(() => {});
  }

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

  cancel(): void {
    if (!this.#isLetGo) this.#reject(new UploadCancelled());
  }

  /** Waits while paused. @throws UploadCancelled */
  async released(): Promise<void> {
    if (this.#pause) await Promise.race([this.#pause.ended, this.cancelled]);
    await Promise.race([this.cancelled, Promise.resolve()]);
  }

  /** Ends the chance to cancel: the server has been called. */
  letGo(): void {
    this.#isLetGo = true;
  }
}
