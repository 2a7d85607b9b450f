/** What the menu needs to know about the session. Never trusted for access. */
export type SessionHint = {
  readonly signedIn: boolean;
  readonly canRelease: boolean;
  readonly isOperator: boolean;
  /** Whose editions and works a page greets them with (N-FST-08); missing until it is known. */
  readonly username?: string;
};

/** The local storage key under which the portal leaves the hint for the ledger's pages. */
export const sessionHintKey = 'datchain.session';

/** The local storage key of how much is new at the bell; nothing when nothing is. */
export const newsKey = 'datchain.news';

/** The local storage key of what this user follows and waits for; the next user of the browser finds nothing. */
export const choicesKey = 'datchain.choices';

export function serializeSessionHint(hint: SessionHint): string {
  const { signedIn, canRelease, isOperator, username } = hint;
  return JSON.stringify({ signedIn, canRelease, isOperator, ...(username && { username }) });
}

/** Reads a stored hint; anything missing or unreadable counts as signed out. */
export function parseSessionHint(stored: string | null): SessionHint {
  try {
    const hint: Record<string, unknown> = Object(JSON.parse(stored ?? '{}'));
    const signedIn = hint.signedIn === true;
    return {
      signedIn,
      canRelease: signedIn && hint.canRelease === true,
      isOperator: signedIn && hint.isOperator === true,
      ...(signedIn && typeof hint.username === 'string' && { username: hint.username }),
    };
  } catch {
    return { signedIn: false, canRelease: false, isOperator: false };
  }
}

/**
 * Script for the document's head, inline and before the stylesheet: puts `signed-in`, `can-release`
 * and `is-operator` on `<html>` before first paint, with what the bell says as `--news`, and again when
 * the page comes back from the back/forward cache or another tab signs in or out. Reads the hint as
 * {@link parseSessionHint} does; where the browser blocks site data, no one is signed in. It is a
 * constant, so a content security policy can name it by its hash.
 */
export const sessionHintScript = `(function(){function f(){var s=null,n=0;try{n=+localStorage.getItem("${newsKey}");s=JSON.parse(localStorage.getItem("${sessionHintKey}"))}catch(e){}var i=!!s&&s.signedIn===true,d=document.documentElement,c=d.classList;c.toggle("signed-in",i);c.toggle("can-release",i&&s.canRelease===true);c.toggle("is-operator",i&&s.isOperator===true);i&&n>0?d.style.setProperty("--news",'"'+(n<10?n:"9+")+'"'):d.style.removeProperty("--news")}f();addEventListener("pageshow",f);addEventListener("storage",f)})()`;
