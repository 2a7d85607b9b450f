import { openPublicLog } from '@datchain/functions/public-log/source.ts';
import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import { copied } from './copied.ts';

/** The paths of the Realtime Database that everyone may read, as in rules/database.rules.json. */
const livePaths = ['tokenBlocks', 'metrics', 'streamStats', 'earnings', 'datLive'];

const rowsOf = (value: unknown): [string, unknown][] =>
  readList(value).map((row) => [isRecord(row) ? readText(row.id) : '', row]);

/**
 * Returns all public data about works, tokens and names, as text by path; `assetsSummary/{DAT}` for
 * a row. Profiles are left out, because looking one up requires the uid.
 */
export async function everythingPublic(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const note = (where: string, what: unknown) => found.set(where, JSON.stringify(what));
  const database = firestore();
  for (const page of (await database.collection(docs.assetsSummaries).get()).docs) {
    for (const [id, row] of rowsOf(page.get('assets'))) note(`assetsSummary/${id}`, row);
  }
  for (const history of (await database.collection(docs.datHistories).get()).docs) {
    note(`datHistories/${history.id}`, history.data());
  }
  for (const path of livePaths) {
    const children = Object.entries((await services().live.read(path)) ?? {});
    for (const [id, value] of children) note(`${path}/${id}`, value);
  }
  for (const [id, row] of rowsOf(await services().live.read(live.newestReleases))) {
    note(`newestReleases/${id}`, row);
  }
  const copy = await copied();
  const log = await openPublicLog(copy);
  note('handles', Object.values(await log.handles()));
  await copy.close();
  return found;
}

export async function placesWith(words: readonly string[]): Promise<string[]> {
  const places = [...(await everythingPublic())];
  return places
    .filter(([, text]) => words.some((word) => text.includes(JSON.stringify(word))))
    .map(([where]) => where)
    .sort();
}
