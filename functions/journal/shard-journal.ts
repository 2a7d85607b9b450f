import type { Services } from '../services.ts';
import { isShard } from '../stores/journal-shards.ts';

const PAGE = 400;

/**
 * Puts entries into their shards that were written before there were any: by hand, once with the
 * update. What reads the journal by time does not find them before.
 *
 * @returns how many entries it put into theirs
 */
export async function shardJournal({ entries }: Pick<Services, 'entries'>): Promise<number> {
  let sharded = 0;
  for await (const page of entries.pages(PAGE)) {
    const ids = page.filter(({ shard }) => !isShard(shard)).map(({ id }) => id);
    await entries.putInShards(ids);
    sharded += ids.length;
  }
  return sharded;
}
