import { choicesKey } from './session-hint.ts';
import { sharedStore } from './site-data.ts';

/**
 * Reads the choices cached in this browser, so that pages show them before Firebase loads. They map a portal
 * screen's path to the name of the artist or song.
 */
export function readChoices(): Map<string, string> {
  try {
    return new Map(Object.entries(Object(JSON.parse(sharedStore.getItem(choicesKey) ?? '{}'))));
  } catch {
    return new Map();
  }
}

export function keepChoice(path: string, name: string | undefined): void {
  const choices = readChoices();
  if (name === undefined) choices.delete(path);
  else choices.set(path, name);
  sharedStore.setItem(choicesKey, JSON.stringify(Object.fromEntries(choices)));
}
