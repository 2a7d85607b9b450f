import { readLiveTakedown, withLive } from '@datchain/shared/contracts/documents/dat-live.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import type { FeedState } from '../../live/feed.ts';
import { liveText } from '../../live/live-text.ts';
import { openSharedFeed } from '../../live/shared-feed.ts';
import type { LiveFacts } from '../../views/dat/editions-view.ts';
import { loadSiteConfig } from '../page/site-config.ts';
import { withPart } from '../page/with-part.ts';
import { drawnFacts } from './drawn-facts.ts';

const drawnState = ({ editions, takenDown }: LiveFacts): string =>
  JSON.stringify([editions, takenDown]);

/** Follows the page's editions while it is visible. Without the database the page stays as built, with its date. */
export async function followDat(): Promise<void> {
  const built = drawnFacts();
  if (!built) return;
  let drawn = drawnState(built);
  let last: FeedState | undefined;

  const showLine = () => {
    const line = document.getElementById('dat-live');
    // Before the first message the line shows the time of the build.
    if (line && last?.heardAt !== undefined) line.textContent = liveText(last, Date.now());
  };
  const showEditions = async (value: unknown) => {
    const takenDown = readLiveTakedown(value) ?? built.takenDown;
    const facts = {
      ...{ ...built, editions: withLive(built.editions, value) },
      ...(takenDown ? { takenDown } : {}),
    };
    const now = drawnState(facts);
    if (now === drawn) return;
    drawn = now;
    await withPart(import('./redraw-dat.tsx'), (renderer) => {
      // A newer state may have come while the renderer loaded.
      if (now === drawn) return renderer.redrawDat(facts);
    });
  };

  const path = live.datLive(built.id);
  try {
    const config = await loadSiteConfig();
    openSharedFeed({
      name: `datchain.${path}`,
      paths: [path],
      urlOf: () => databaseRestUrl(config, path),
      onState: (state) => {
        last = state;
        showLine();
        if (path in state.values) void showEditions(state.values[path]);
      },
    });
    setInterval(showLine, 10_000);
  } catch (error) {
    warnLater('The live figures cannot be found', error);
  }
}
