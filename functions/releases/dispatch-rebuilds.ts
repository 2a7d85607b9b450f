import { docs } from '@datchain/shared/contracts/paths.ts';
import * as v from 'valibot';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';

/** The event type that `.github/workflows/rebuild-ledger.yml` listens for. */
const EVENT = 'rebuild-ledger';
const TIMEOUT_MILLIS = 10_000;

const requestSchema = v.object({ requestedAt: v.number() });

type Needs = Pick<Services, 'store' | 'clock' | 'environment'>;

/** The outcome for the last request: `off` where no address is configured. */
type Dispatched = 'off' | 'nothing asked' | 'sent';

async function readRequests({ store }: Needs) {
  const paths = [docs.rebuildRequest, docs.rebuildDispatch];
  const stored = await store.read(paths);
  const [asked, sent] = paths.map((path) => stored.get(path));
  return { asked: asked && v.parse(requestSchema, asked.data).requestedAt, sent };
}

/** @throws when the receiver does not accept it: the next run tries again */
async function post({ url, token }: { url: URL; token: string }): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
      'user-agent': 'datchain',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ event_type: EVENT }),
    // A redirect would carry the token elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLIS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${url.host} answered ${response.status}`);
}

/**
 * Passes on the last request to rebuild the ledger's pages. All requests since the last run become
 * one event; a request that comes while it is sent waits for the next run.
 *
 * @throws when it cannot be passed on; the next run tries again
 */
export async function dispatchRebuilds(services: Needs): Promise<Dispatched> {
  const { rebuild } = services.environment;
  if (!rebuild) return 'off';
  const { asked, sent } = await readRequests(services);
  if (asked === undefined || sent?.data.requestedAt === asked) return 'nothing asked';
  await post(rebuild);
  const path = docs.rebuildDispatch;
  const data = { requestedAt: asked, sentAt: services.clock.now() };
  const written = await services.store.write(put(path, data, sent));
  // Another process passed it on too: the extra rebuild finds nothing new.
  if (written === 'conflict') log.info('A rebuild was asked for twice');
  return 'sent';
}
