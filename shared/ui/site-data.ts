/**
 * Key-value storage in the browser (N-INP-11). If the user blocks site data, values last as long as the page,
 * and other tabs hear nothing. All code reaches the storage through this file.
 */
export type SiteStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function guarded(open: () => Storage): SiteStore {
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
        // The browser stores nothing.
      }
    },
  };
}

export const sharedStore: SiteStore = guarded(() => localStorage);

export const tabStore: SiteStore = guarded(() => sessionStorage);

/** Says whether the browser stores data for this site; otherwise nobody stays logged in. */
export function keepsSiteData(): boolean {
  try {
    return typeof localStorage.length === 'number';
  } catch {
    return false;
  }
}

export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;

/** Opens a channel to other tabs by name; if the browser refuses, the channel reaches none. */
export function openTabChannel(name: string): TabChannel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return Object.assign(new EventTarget(), { postMessage() {}, close() {} });
  }
}
