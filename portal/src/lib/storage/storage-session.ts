import type { UploadTask } from 'firebase/storage';

/**
 * What the SDK (12.19) keeps to itself: the address of the server's upload session. With it another
 * task, also one after a reload, goes on where the first one was broken off.
 */
interface SessionOfTask {
  _uploadUrl?: string;
  _needToFetchStatus: boolean;
}

/** The session of a task; undefined before there is one, and for files too small to have any. */
export const sessionOf = (task: UploadTask): string | undefined =>
  (task as UploadTask & SessionOfTask)._uploadUrl;

/**
 * Lets a new task take over a session. It has sent nothing then and is paused; resumed, it asks the
 * server how much has arrived.
 */
export function takeOver(task: UploadTask, sessionUrl: string): Promise<void> {
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
