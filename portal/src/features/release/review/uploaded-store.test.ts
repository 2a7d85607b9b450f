import { afterEach, expect, test, vi } from 'vitest';
import { findUploaded, forgetUploaded, keepUploaded } from './uploaded-store.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

// Node has no IndexedDB: the store throws when it is called, as in a browser that blocks site data.
test('[N-INP-11] with site data blocked nothing is stored of an upload, and no step of it fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const file = new File(['song'], 'song.wav');
  const place = { path: 'uploads/song.wav', sessionUrl: '', isStored: true };
  await keepUploaded('fan', 'audio', { ...place, file });
  expect(await findUploaded('fan', 'audio', file)).toBeUndefined();
  await forgetUploaded('fan');
  expect(console.warn).toHaveBeenCalledTimes(2);
});
