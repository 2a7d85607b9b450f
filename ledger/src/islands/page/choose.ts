import { call } from '@datchain/portal/lib/calls/callables.ts';
import {
  getSession,
  startSession,
  subscribeToSession,
  uidOf,
} from '@datchain/portal/lib/session/session.ts';
import { followArtist } from '@datchain/shared/contracts/calls/follow.ts';
import { tellWhenForSale } from '@datchain/shared/contracts/calls/wish.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { keepChoice } from '@datchain/shared/ui/kept-choices.ts';

const unsaved = 'This could not be saved. Try again.';

interface Chosen {
  readonly text: string;
  /** The name of what is chosen; undefined where there is nothing to undo. */
  readonly name?: string;
}

const follow = {
  text: (name: string) => `You follow ${name}.`,
  async set(username: string, isWanted?: boolean): Promise<Chosen> {
    const { isFollowed, name } = await call(followArtist, { username, isWanted });
    return isFollowed ? { text: this.text(name), name } : { text: '' };
  },
};

const tell = {
  text: (_: string) => 'We will tell you once when one is for sale.',
  async set(datId: string, wanted?: boolean): Promise<Chosen> {
    const { isWanted, isForSale, song } = await call(tellWhenForSale, { datId, isWanted: wanted });
    if (isWanted) return { text: this.text(song), name: song };
    return { text: isForSale ? `An edition of ${song} is for sale now.` : '' };
  },
};

/** Waits until Firebase knows who is signed in; undefined for nobody. */
async function knownUid(): Promise<string | undefined> {
  await startSession();
  return new Promise((resolve) => {
    const look = () => getSession().state !== 'loading' && resolve(uidOf(getSession()));
    subscribeToSession(look);
    look();
  });
}

/** Chooses what a link stands for, and says so. @param known what this browser knows: then the server is only asked */
export async function choose(link: HTMLAnchorElement, known?: string): Promise<void> {
  const path = link.pathname;
  const [, what, name = ''] = path.split('/');
  const choice = what === 'follow' ? follow : tell;
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  const undo = document.createElement('button');
  Object.assign(undo, { type: 'button', textContent: 'Undo' });
  undo.className = 'button button-secondary button-small';
  undo.hidden = true;
  undo.disabled = true;
  const place = document.createElement('span');
  place.className = 'choice actions small';
  place.append(status, undo);
  // A press that failed before has left its sentence.
  link.parentElement?.querySelector('.choice')?.remove();
  link.after(place);

  const giveBack = () => {
    place.remove();
    link.hidden = false;
    link.removeAttribute('aria-busy');
  };
  const show = ({ text, name: chosen }: Chosen, from: HTMLElement) => {
    const isChosen = chosen !== undefined;
    const hadFocus = document.activeElement === from;
    link.hidden = isChosen;
    link.removeAttribute('aria-busy');
    undo.hidden = !isChosen;
    status.textContent = text;
    if (text === '') giveBack();
    if (hadFocus) (isChosen ? undo : link).focus();
  };
  let attempts = 0;
  const attempt = async (isWanted: boolean | undefined, from: HTMLElement) => {
    attempts += 1;
    const turn = attempts;
    if (isWanted !== undefined) status.textContent = 'One moment…';
    try {
      const chosen = await choice.set(decodeURIComponent(name), isWanted);
      // Somebody pressed meanwhile.
      if (turn !== attempts) return;
      keepChoice(path, chosen.name);
      show(chosen, from);
    } catch (error) {
      // An unknown state changes nothing.
      if (isWanted === undefined) return;
      console.warn(unsaved, error);
      status.textContent = readErrorSentence(error, unsaved);
      link.removeAttribute('aria-busy');
    }
  };

  if (known !== undefined) show({ text: choice.text(known), name: known }, link);
  const uid = await knownUid().catch(() => undefined);
  undo.disabled = false;
  if (uid === undefined) {
    // The login is asked there, and so is a browser that cannot load what it needs.
    const open = () => location.assign(link.href);
    if (known === undefined) return open();
    if (getSession().state === 'signedOut') return giveBack();
    return undo.addEventListener('click', open);
  }
  subscribeToSession(() => {
    if (uidOf(getSession()) !== uid) giveBack();
  });
  undo.addEventListener('click', () => void attempt(false, undo));
  await attempt(known === undefined ? true : undefined, link);
}
