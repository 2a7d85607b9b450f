import { parseSessionHint, sessionHintKey } from '@datchain/shared/ui/session-hint.ts';
import { sharedStore } from '@datchain/shared/ui/site-data.ts';
import type { LiveFacts } from '../../views/dat/editions-view.ts';
import { profileLink } from '../../views/page/addresses.ts';
import { startChoices } from '../page/choices.ts';
import { drawnFacts } from './drawn-facts.ts';

const quiet = 'button button-secondary button-small';

const link = (text: string, href: string, className = ''): HTMLAnchorElement =>
  Object.assign(document.createElement('a'), { textContent: text, href, className });

function opener(text: string, part?: string): HTMLButtonElement {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: text, className: quiet });
  button.addEventListener('click', () => {
    const more = document.querySelector<HTMLDialogElement>('#more');
    const folded = part === undefined ? null : more?.querySelector<HTMLDetailsElement>(part);
    if (folded) folded.open = true;
    more?.showModal();
  });
  return button;
}

/** '#4', '#4 and #7', '#4, #7 and #9', each a link to the wallet's page of the work. */
function numbers(owned: readonly number[], href: string): (Node | string)[] {
  return owned.flatMap((number, index) => [
    index === 0 ? '' : index === owned.length - 1 ? ' and ' : ', ',
    link(`#${number}`, href),
  ]);
}

function creatorTools(walletHref: string): HTMLElement {
  const tools = document.createElement('div');
  tools.className = 'actions';
  const embed = document.querySelector('#more .embed-code')
    ? [opener('Put a player on your page', '.embed-code')]
    : [];
  tools.append(
    opener('Share'),
    ...embed,
    link('Change preview', walletHref, quiet),
    link('Desk', '/desk', quiet),
  );
  return tools;
}

export function startReader(): void {
  const facts = drawnFacts();
  if (facts) greetReader(facts);
  startChoices();
}

/** Greets the owner of an edition of this work, and its creator, with what is theirs (N-FST-08), by public names. */
export function greetReader({ id, editions }: Pick<LiveFacts, 'id' | 'editions'>): void {
  const place = document.getElementById('dat-you');
  const { username = '' } = parseSessionHint(sharedStore.getItem(sessionHintKey));
  if (!place || username === '') return;
  const isReader = (name: string) => name.toLowerCase() === username.toLowerCase();
  const own = editions.filter(({ ownerUsername }) => isReader(ownerUsername));
  const owned = own.filter(({ isWithCreator }) => !isWithCreator).map(({ number }) => number);
  const walletHref = `/wallet/dat/${encodeURIComponent(id)}`;
  const creator = document.querySelector('.creator')?.getAttribute('href')?.toLowerCase();
  const isCreator = creator !== undefined && creator === profileLink(username)?.toLowerCase();
  const yours = document.createElement('p');
  if (owned.length > 0) yours.append('You own ', ...numbers(owned, walletHref), '.');
  else if (isCreator) yours.append('This is your work.');
  place.replaceChildren(...(isCreator ? [yours, creatorTools(walletHref)] : [yours]));
  place.hidden = owned.length === 0 && !isCreator;
  // Nobody buys from or follows themselves.
  for (const part of document.querySelectorAll<HTMLElement>('#dat-buy, .creator-follow')) {
    part.hidden = isCreator;
  }
}
