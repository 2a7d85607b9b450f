/**
 * The one way to what a browser keeps for this site (N-INP-11). People block it, and then every access
 * throws: what would be kept lasts as long as the page instead, and other tabs hear nothing.
 */

/** Texts by their keys, as in the browser's own storage. */
export type SiteStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function guarded(open: () => Storage): SiteStore {
  /** What the browser refused to keep. */
  const unkept = new Map<string, string>();
  const fromBrowser = (key: string): string | null => {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  };
  return {
    getItem: (key) => unkept.get(key) ?? fromBrowser(key),
    setItem(key, value) {
      try {
        open().setItem(key, value);
        unkept.delete(key);
      } catch {
        unkept.set(key, value);
      }
    },
    removeItem(key) {
      unkept.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

/** What all tabs of this browser share. */
export const sharedStore: SiteStore = guarded(() => localStorage);

/** What this tab keeps until it is closed. */
export const tabStore: SiteStore = guarded(() => sessionStorage);

/** Whether the browser keeps anything for this site. Where it does not, nobody stays logged in. */
export function keepsSiteData(): boolean {
  try {
    return typeof localStorage.length === 'number';
  } catch {
    return false;
  }
}

/** A channel to the other tabs. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;

/** Opens a channel to the other tabs that open the same name; one that reaches none where it is refused. */
export function openTabChannel(name: string): TabChannel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return Object.assign(new EventTarget(), { postMessage() {}, close() {} });
  }
}
