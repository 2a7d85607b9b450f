import { openTabChannel } from '@datchain/shared/ui/site-data.ts';
import { type FeedState, openFeed } from './feed.ts';

interface SharedFeedOptions {
  /** The lock's name, the same for pages that follow the same paths. */
  readonly name: string;
  readonly paths: readonly string[];
  readonly urlOf: (path: string) => string;
  readonly onState: (state: FeedState) => void;
}

type Message = { readonly ask: true } | { readonly state: FeedState };

/** One visible tab streams and the others receive its states: browsers allow six connections per host. */
function takePart({ name, onState, ...feed }: SharedFeedOptions): () => void {
  const channel = openTabChannel(name);
  const leaving = new AbortController();
  let leads = false;
  let last: FeedState | undefined;

  const tell = (state: FeedState) => {
    last = state;
    channel.postMessage({ state } satisfies Message);
    onState(state);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('ask' in data) {
      if (leads && last) channel.postMessage({ state: last } satisfies Message);
    } else if (!leads) onState(data.state);
  });
  channel.postMessage({ ask: true } satisfies Message);

  const lead = () =>
    new Promise<void>((resolve) => {
      if (leaving.signal.aborted) return resolve();
      leads = true;
      const close = openFeed({ ...feed, onState: tell });
      leaving.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  // The request rejects when the tab leaves, and in browsers without site data: there each tab streams for itself.
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(lead);

  return () => {
    leaving.abort();
    channel.close();
  };
}

/**
 * Follows public paths while the page is visible, with one set of streams for all tabs. Returns the close function.
 */
export function openSharedFeed(options: SharedFeedOptions): () => void {
  const join = () => (navigator.locks ? takePart(options) : openFeed(options));
  let leave: (() => void) | undefined;
  const follow = () => {
    if (document.visibilityState === 'visible') leave ??= join();
    else {
      leave?.();
      leave = undefined;
    }
  };
  const stop = () => {
    leave?.();
    leave = undefined;
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  addEventListener('pageshow', follow);
  addEventListener('pagehide', stop);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', follow);
    removeEventListener('pageshow', follow);
    removeEventListener('pagehide', stop);
  };
}
