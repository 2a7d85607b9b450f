import { choicesKey } from './session-hint.ts';
import { sharedStore } from './site-data.ts';

/**
 * Reads what this browser knows to be chosen, so that a page says it before Firebase is loaded: the name of the
 * artist or song, by the path of the portal's screen.
 */
export function readChoices(): Map<string, string> {
  try {
    return new Map(Object.entries(Object(JSON.parse(sharedStore.getItem(choicesKey) ?? '{}'))));
  } catch {
    return new Map();
  }
}

/** Keeps one choice as the server has confirmed it; without a name it is undone. */
export function keepChoice(path: string, name: string | undefined): void {
  const choices = readChoices();
  if (name === undefined) choices.delete(path);
  else choices.set(path, name);
  sharedStore.setItem(choicesKey, JSON.stringify(Object.fromEntries(choices)));
}
