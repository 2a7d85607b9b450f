import type { UploadTask } from 'firebase/storage';

export interface Upload {
  /**
   * Resolves when the whole file is stored; rejects with the storage's error, or `UploadCancelled`.
   */
  readonly done: Promise<void>;
  pause(): void;
  resume(): void;
  cancel(): void;
}

export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled';
  constructor() {
    super('The upload was stopped.');
  }
}

export interface Steered {
  readonly begin: () => UploadTask;
  readonly sessionUrl: string | undefined;
  readonly onProgress: (sentBytes: number) => void;
  readonly onConnection: (isLost: boolean) => void;
  readonly onSession: (sessionUrl: string) => void;
}

/** Longer than any pause of a slow line. */
const STALL_MILLIS = 20_000;
const MAX_STALL_MILLIS = 160_000;
const FIRST_RETRY_MILLIS = 1_000;
/** Attempts in a row without progress, before the upload fails and the user has to retry. */
const MAX_ATTEMPTS = 6;

const readField = (error: unknown, field: 'code' | 'status'): unknown =>
  error instanceof Error ? (error as Error & Record<string, unknown>)[field] : undefined;

/**
 * Tells whether the SDK cannot name the error: no refusal by the rules, but usually a piece that
 * was cut off.
 */
const isBroken = (error: unknown): boolean => readField(error, 'code') === 'storage/unknown';

const isGone = (error: unknown): boolean => [404, 410].includes(Number(readField(error, 'status')));

const wait = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

/**
 * Runs an upload of the SDK over an unreliable line. Offline it rests instead of using up its
 * retries. Back online, after a stall or a refused piece, it asks the server how much has arrived,
 * and resumes there. The SDK alone, like browsers, resends a piece that was cut half-way. The
 * server has a part of it already and refuses it, and the SDK gives up.
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
    // Prevents an unhandled rejection where nobody waits.
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
    // The SDK cancels only running tasks.
    this.#task?.resume();
    this.#task?.cancel();
  }

  async #run(): Promise<void> {
    for (;;) {
      try {
        return await this.#try();
      } catch (error) {
        this.#task = undefined;
        const isOver = this.#ending.signal.aborted || this.#tries >= MAX_ATTEMPTS;
        if (isOver || !isBroken(error)) throw error;
        if (isGone(error)) this.#sessionUrl = undefined;
      }
      if (this.#tries > 0) await wait(FIRST_RETRY_MILLIS * 2 ** (this.#tries - 1));
      if (this.#ending.signal.aborted) throw new UploadCancelled();
      this.#tries += 1;
    }
  }

  async #try(): Promise<void> {
    const task = this.#steered.begin();
    if (this.#sessionUrl) await takeOver(task, this.#sessionUrl);
    // The task has sent nothing yet, and now never will.
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

  #steer(): void {
    if (this.#isPaused || !navigator.onLine) this.#task?.pause();
    else this.#task?.resume();
    this.#watchForStall();
  }

  #watchForStall(): void {
    clearTimeout(this.#stallTimer);
    if (this.#isPaused || !navigator.onLine) return;
    const millis = Math.min(MAX_STALL_MILLIS, STALL_MILLIS * 2 ** this.#stalls);
    this.#stallTimer = setTimeout(() => {
      this.#stalls += 1;
      this.#tellConnection(true);
      // A paused task drops its request; a resumed one first asks how much has arrived.
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
 * Private fields of the SDK's task (12.19): the address of the server's upload session. With it
 * another task, even after a reload, resumes where the first one stopped.
 */
interface SessionOfTask {
  _uploadUrl?: string;
  _needToFetchStatus: boolean;
}

/** Returns a task's session; undefined before it has one, and for files too small for one. */
const sessionOf = (task: UploadTask): string | undefined =>
  (task as UploadTask & SessionOfTask)._uploadUrl;

/**
 * Lets a new task take over a session. The task is paused and has sent nothing; resumed, it asks
 * the server how much has arrived.
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
    // Before its first request, which waits for a token.
    task.pause();
  });
}
