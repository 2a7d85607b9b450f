/** The session data for the menu, never trusted for access. */
export type SessionHint = {
  readonly signedIn: boolean;
  readonly canRelease: boolean;
  readonly isOperator: boolean;
  /** The user whose editions and works a page shows (N-FST-08); missing until it is known. */
  readonly username?: string;
};

export const sessionHintKey = 'datchain.session';

/** The local storage key of the number of news at the bell; unset without news. */
export const newsKey = 'datchain.news';

/** The local storage key of the user's follows and alerts; it is cleared for the next user of the browser. */
export const choicesKey = 'datchain.choices';

export function serializeSessionHint(hint: SessionHint): string {
  const { signedIn, canRelease, isOperator, username } = hint;
  return JSON.stringify({ signedIn, canRelease, isOperator, ...(username && { username }) });
}

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
 * The inline script for the document's head. It sets `signed-in`, `can-release`, `is-operator` and the bell's
 * `--news` on `<html>` before first paint. It runs again on return from the back/forward cache and when
 * another tab signs in or out.
 *
 * It reads the hint like {@link parseSessionHint}; if the browser blocks site data, nobody is signed in. It
 * is a constant, so that a content security policy can allow its hash.
 */
export const sessionHintScript = `(function(){function f(){var s=null,n=0;try{n=+localStorage.getItem("${newsKey}");s=JSON.parse(localStorage.getItem("${sessionHintKey}"))}catch(e){}var i=!!s&&s.signedIn===true,d=document.documentElement,c=d.classList;c.toggle("signed-in",i);c.toggle("can-release",i&&s.canRelease===true);c.toggle("is-operator",i&&s.isOperator===true);i&&n>0?d.style.setProperty("--news",'"'+(n<10?n:"9+")+'"'):d.style.removeProperty("--news")}f();addEventListener("pageshow",f);addEventListener("storage",f)})()`;
