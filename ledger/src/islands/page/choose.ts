import { call } from '@datchain/portal/lib/calls/callables.ts';
import {
  getSession,
  startSession,
  subscribeToSession,
  uidOf,
} from '@datchain/portal/lib/session/session.ts';
import { followArtist } from '@datchain/shared/contracts/follow-call.ts';
import { tellWhenForSale } from '@datchain/shared/contracts/wish-call.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';

const unsaved = 'This could not be saved. Try again.';

/** How it is after a choice. */
interface Chosen {
  readonly text: string;
  /** Whether there is something to undo. */
  readonly isChosen: boolean;
}

async function follow(username: string, isWanted: boolean): Promise<Chosen> {
  const { isFollowed, name } = await call(followArtist, { username, isWanted });
  return { text: isFollowed ? `You follow ${name}.` : '', isChosen: isFollowed };
}

async function tell(datId: string, wanted: boolean): Promise<Chosen> {
  const { isWanted, isForSale, song } = await call(tellWhenForSale, { datId, isWanted: wanted });
  if (isWanted) return { text: 'We will tell you once when one is for sale.', isChosen: true };
  return { text: isForSale ? `An edition of ${song} is for sale now.` : '', isChosen: false };
}

/** Waits until Firebase knows who is signed in; undefined for nobody. */
async function knownUid(): Promise<string | undefined> {
  await startSession();
  return new Promise((resolve) => {
    const look = () => getSession().state !== 'loading' && resolve(uidOf(getSession()));
    subscribeToSession(look);
    look();
  });
}

/** Chooses what a link stands for, and says so beside it, with the way back. */
export async function choose(link: HTMLAnchorElement): Promise<void> {
  const [, what, name = ''] = link.pathname.split('/');
  const set = what === 'follow' ? follow : tell;
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  const undo = document.createElement('button');
  Object.assign(undo, { type: 'button', textContent: 'Undo' });
  undo.className = 'button button-secondary button-small';
  undo.hidden = true;
  const place = document.createElement('span');
  place.className = 'choice actions small';
  place.append(status, undo);
  // A press that failed before has left its sentence.
  link.parentElement?.querySelector('.choice')?.remove();
  link.after(place);

  /** Shows the link again, as it was before the press. */
  const giveBack = () => {
    place.remove();
    link.hidden = false;
    link.removeAttribute('aria-busy');
  };
  const show = ({ text, isChosen }: Chosen, from: HTMLElement) => {
    const hadFocus = document.activeElement === from;
    link.hidden = isChosen;
    link.removeAttribute('aria-busy');
    undo.hidden = !isChosen;
    status.textContent = text;
    if (text === '') giveBack();
    if (hadFocus) (isChosen ? undo : link).focus();
  };
  const attempt = async (isWanted: boolean, from: HTMLElement) => {
    status.textContent = 'One moment…';
    try {
      show(await set(decodeURIComponent(name), isWanted), from);
    } catch (error) {
      console.warn(unsaved, error);
      status.textContent = sentenceOf(error, unsaved);
      link.removeAttribute('aria-busy');
    }
  };

  const uid = await knownUid().catch(() => undefined);
  // The login is asked there, and so is a browser that cannot load what it needs.
  if (uid === undefined) return location.assign(link.href);
  subscribeToSession(() => {
    if (uidOf(getSession()) !== uid) giveBack();
  });
  undo.addEventListener('click', () => void attempt(false, undo));
  await attempt(true, link);
}
