import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import type { Outcome } from './verify-words.ts';

export const part = <Kind extends HTMLElement>(name: string): Kind => {
  const found = document.getElementById(`verify-${name}`);
  if (!found) throw new Error(`The page has no ${name}`);
  return found as Kind;
};

export const paragraph = (text: string, className = ''): HTMLElement =>
  Object.assign(document.createElement('p'), { textContent: text, className });

const looks = { sound: 'h2', wrong: 'notice notice-alert', unsure: 'notice' };

export function showOutcome(place: HTMLElement, { look, text, more = [] }: Outcome): void {
  const others = more.map((each) => (typeof each === 'string' ? paragraph(each, 'small') : each));
  place.replaceChildren(paragraph(text, looks[look]), ...others);
}

export function unreadable(error: unknown): Outcome {
  warnLater('The log cannot be verified', error);
  const why = readErrorSentence(error, 'Check the connection and try again.');
  return { look: 'unsure', text: `The log could not be read. ${why}` };
}
