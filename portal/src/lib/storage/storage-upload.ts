import type { UploadTask } from 'firebase/storage';

/** A running upload. */
export interface Upload {
  /** Resolves when all of it is there; rejects with the storage's error, or `UploadCancelled`. */
  readonly done: Promise<void>;
  pause(): void;
  resume(): void;
  cancel(): void;
}

/** The upload was ended by `cancel`. */
export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled';
  constructor() {
    super('The upload was stopped.');
  }
}

export interface Steered {
  /** Begins to upload, from the first byte. */
  readonly begin: () => UploadTask;
  /** The session of an earlier try, to go on with. */
  readonly sessionUrl: string | undefined;
  readonly onProgress: (sentBytes: number) => void;
  readonly onConnection: (isLost: boolean) => void;
  /** There is a session that a later try could go on with. */
  readonly onSession: (sessionUrl: string) => void;
}

/** So long without a byte is more than a slow line. */
const STALL_MILLIS = 20_000;
const LONGEST_STALL_MILLIS = 160_000;
const FIRST_WAIT_MILLIS = 1_000;
/** Tries in a row that brought no byte further before someone is asked to press a button. */
const MOST_TRIES = 6;

const fieldOf = (error: unknown, field: 'code' | 'status'): unknown =>
  error instanceof Error ? (error as Error & Record<string, unknown>)[field] : undefined;

/** What the SDK cannot name: not a refusal by the rules, as a rule a piece that was cut. */
const isBroken = (error: unknown): boolean => fieldOf(error, 'code') === 'storage/unknown';

/** The server knows nothing of the session any more. */
const isGone = (error: unknown): boolean => [404, 410].includes(Number(fieldOf(error, 'status')));

const wait = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

/**
 * An upload of the SDK over a line that breaks. While the device is offline it rests instead of
 * using up its retries; back online, after a silence or a refused piece it asks the server how much
 * has arrived and goes on from there. The SDK alone, and browsers too, send a piece once more that
 * was cut half-way; the server refuses it, having a part already, and the SDK gives up.
 */
export class SteeredUpload implements Upload {
  readonly done: Promise<void>;
  readonly #steered: Steered;
  readonly #ending = new AbortController();
  #task: UploadTask | undefined;
  #sessionUrl: string | undefined;
  #isPaused = false;
  #isLost = false;
  #sentBytes = 0;
  #farthestByte = 0;
  #tries = 0;
  #stalls = 0;
  #stallTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(steered: Steered) {
    this.#steered = steered;
    this.#sessionUrl = steered.sessionUrl;
    const { signal } = this.#ending;
    const cancelled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new UploadCancelled()));
    });
    addEventListener('online', this.#networkChanged, { signal });
    addEventListener('offline', this.#networkChanged, { signal });
    this.done = Promise.race([this.#run(), cancelled]).finally(() => this.cancel());
    // Those who wait for it get the error.
    this.done.catch(() => {});
  }

  pause(): void {
    this.#isPaused = true;
    this.#steer();
  }

  resume(): void {
    this.#isPaused = false;
    this.#steer();
  }

  cancel(): void {
    this.#ending.abort();
    clearTimeout(this.#stallTimer);
    // The SDK cancels only what runs.
    this.#task?.resume();
    this.#task?.cancel();
  }

  async #run(): Promise<void> {
    for (;;) {
      try {
        return await this.#try();
      } catch (error) {
        this.#task = undefined;
        const isOver = this.#ending.signal.aborted || this.#tries >= MOST_TRIES;
        if (isOver || !isBroken(error)) throw error;
        if (isGone(error)) this.#sessionUrl = undefined;
      }
      if (this.#tries > 0) await wait(FIRST_WAIT_MILLIS * 2 ** (this.#tries - 1));
      if (this.#ending.signal.aborted) throw new UploadCancelled();
      this.#tries += 1;
    }
  }

  async #try(): Promise<void> {
    const task = this.#steered.begin();
    if (this.#sessionUrl) await takeOver(task, this.#sessionUrl);
    // Meanwhile it has sent nothing, and now never will.
    if (this.#ending.signal.aborted) throw new UploadCancelled();
    this.#task = task;
    const ended = new Promise<void>((resolve, reject) => {
      task.on('state_changed', () => this.#moved(task), reject, resolve);
    });
    this.#networkChanged();
    return ended;
  }

  #moved(task: UploadTask): void {
    const { bytesTransferred } = task.snapshot;
    const sessionUrl = sessionOf(task);
    if (this.#ending.signal.aborted) return;
    if (sessionUrl && sessionUrl !== this.#sessionUrl) {
      this.#sessionUrl = sessionUrl;
      this.#steered.onSession(sessionUrl);
    }
    if (bytesTransferred === this.#sentBytes) return;
    this.#sentBytes = bytesTransferred;
    this.#steered.onProgress(bytesTransferred);
    if (bytesTransferred <= this.#farthestByte) return;
    this.#farthestByte = bytesTransferred;
    this.#tries = 0;
    this.#stalls = 0;
    this.#tellConnection(!navigator.onLine);
    this.#watchForStall();
  }

  #networkChanged = (): void => {
    this.#stalls = 0;
    this.#tellConnection(!navigator.onLine);
    this.#steer();
  };

  /** What the user wants and the network allows. */
  #steer(): void {
    if (this.#isPaused || !navigator.onLine) this.#task?.pause();
    else this.#task?.resume();
    this.#watchForStall();
  }

  #watchForStall(): void {
    clearTimeout(this.#stallTimer);
    if (this.#isPaused || !navigator.onLine) return;
    const millis = Math.min(LONGEST_STALL_MILLIS, STALL_MILLIS * 2 ** this.#stalls);
    this.#stallTimer = setTimeout(() => {
      this.#stalls += 1;
      this.#tellConnection(true);
      // A paused task drops its request; a resumed one begins with asking how much is there.
      this.#task?.pause();
      this.#steer();
    }, millis);
  }

  #tellConnection(isLost: boolean): void {
    if (isLost === this.#isLost) return;
    this.#isLost = isLost;
    this.#steered.onConnection(isLost);
  }
}

/**
 * What the SDK (12.19) keeps to itself: the address of the server's upload session. With it another
 * task, also one after a reload, goes on where the first one was broken off.
 */
interface SessionOfTask {
  _uploadUrl?: string;
  _needToFetchStatus: boolean;
}

/** The session of a task; undefined before there is one, and for files too small to have any. */
const sessionOf = (task: UploadTask): string | undefined =>
  (task as UploadTask & SessionOfTask)._uploadUrl;

/**
 * Lets a new task take over a session. It has sent nothing then and is paused; resumed, it asks the
 * server how much has arrived.
 */
function takeOver(task: UploadTask, sessionUrl: string): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = task.on('state_changed', ({ state }) => {
      if (state !== 'paused') return;
      stopListening();
      const taken: SessionOfTask = { _uploadUrl: sessionUrl, _needToFetchStatus: true };
      Object.assign(task, taken);
      resolve();
    });
    // Before its first request: that waits for a token.
    task.pause();
  });
}
