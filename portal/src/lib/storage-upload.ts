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
}

interface Listener {
  readonly onProgress: (sentBytes: number) => void;
  readonly onConnection: (isLost: boolean) => void;
}

/** So long without a byte is more than a slow line. */
const STALL_MILLIS = 20_000;
const LONGEST_STALL_MILLIS = 160_000;

/**
 * Steers an upload task of the SDK. While the device is offline the task rests instead of using up
 * its retries; back online, or after a silence, it asks the server how much has arrived and goes on
 * from there. (The SDK by itself sends the same piece again, after waits of up to a minute.)
 */
export function steerUpload(task: UploadTask, { onProgress, onConnection }: Listener): Upload {
  const listening = new AbortController();
  const { signal } = listening;
  let isPaused = false;
  let isLost = false;
  let stalls = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (lost: boolean) => {
    if (lost === isLost) return;
    isLost = lost;
    onConnection(lost);
  };
  /** What the user wants and the network allows. */
  const steer = () => {
    if (isPaused || !navigator.onLine) task.pause();
    else task.resume();
  };
  const watchForStall = () => {
    clearTimeout(timer);
    if (isPaused || !navigator.onLine) return;
    const wait = Math.min(LONGEST_STALL_MILLIS, STALL_MILLIS * 2 ** stalls);
    timer = setTimeout(() => {
      stalls += 1;
      tell(true);
      // A paused task drops its request; a resumed one begins with asking how much is there.
      task.pause();
      steer();
      watchForStall();
    }, wait);
  };
  const heard = () => {
    stalls = 0;
    tell(!navigator.onLine);
    watchForStall();
  };
  const networkChanged = () => {
    steer();
    heard();
  };

  const done = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new UploadCancelled('The upload was stopped.')));
    let sentBytes = 0;
    task.on(
      'state_changed',
      ({ bytesTransferred }) => {
        if (signal.aborted || bytesTransferred === sentBytes) return;
        sentBytes = bytesTransferred;
        onProgress(sentBytes);
        heard();
      },
      reject,
      resolve,
    );
  });
  addEventListener('online', networkChanged, { signal });
  addEventListener('offline', networkChanged, { signal });
  networkChanged();
  const end = () => {
    clearTimeout(timer);
    listening.abort();
  };
  done.then(end, end);

  return {
    done,
    pause: () => {
      isPaused = true;
      steer();
      watchForStall();
    },
    resume: () => {
      isPaused = false;
      steer();
      watchForStall();
    },
    cancel: () => {
      end();
      // The SDK cancels only what runs.
      task.resume();
      task.cancel();
    },
  };
}
