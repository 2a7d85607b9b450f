import { cpSync, mkdirSync, rmSync } from 'node:fs';

/**
 * Makes a stand-in's own folder for this run, begun from what a generation saved. What a stand-in
 * logs there is never restored by itself: it would be newer than the other stores.
 */
export function workFolder(folder: string, saved?: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (saved) cpSync(saved, folder, { recursive: true });
  return folder;
}
