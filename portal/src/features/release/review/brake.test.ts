import { expect, test } from 'vitest';
import { type Upload, UploadCancelled } from '../../../lib/storage/storage-upload.ts';
import { Brake } from './brake.ts';

function anUpload(): Upload & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    done: new Promise(() => {}),
    pause: () => void calls.push('pause'),
    resume: () => void calls.push('resume'),
    cancel: () => void calls.push('cancel'),
  };
}

test('a pause during one upload also pauses the next', async () => {
  const brake = new Brake();
  brake.pause();
  const upload = anUpload();
  brake.hold(upload);
  expect(upload.calls).toEqual(['pause']);
  let isReleased = false;
  const released = brake.released().then(() => {
    isReleased = true;
  });
  await Promise.resolve();
  expect(isReleased).toBe(false);
  brake.resume();
  await released;
  expect(upload.calls).toEqual(['pause', 'resume']);
});

test('a cancelled submission ends its upload, and takes no next step, paused or not', async () => {
  for (const isPaused of [false, true]) {
    const brake = new Brake();
    if (isPaused) brake.pause();
    const released = isPaused ? brake.released() : undefined;
    const upload = anUpload();
    brake.hold(upload);
    brake.cancel();
    await expect(released ?? brake.released()).rejects.toBeInstanceOf(UploadCancelled);
    expect(upload.calls.at(-1)).toBe('cancel');
  }
});

test('[R-REV-07] nothing is cancelled once the server has been called', async () => {
  const brake = new Brake();
  brake.letGo();
  brake.cancel();
  await expect(brake.released()).resolves.toBeUndefined();
});
