/** Makes the same thousand changes in a world of any size, all in its first copies of the cell. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bank } from '@datchain/demo/seed/bank.ts';
import { purchase, setForSale } from '@datchain/functions/editions/trade.ts';
import { startOrder } from '@datchain/functions/orders/start-order.ts';
import { services } from '@datchain/functions/services.ts';
import { liveDatabase } from '@datchain/functions/stores/live-database.ts';
import { importFiles } from '@datchain/functions/streams/import-files.ts';
import { listTokens } from '@datchain/functions/tokens/listings.ts';
import { usdOfCents } from '@datchain/shared/domain/money.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { BLOCK_CENTS, CARD_BUYERS, fan, makeCsv, track, work } from './jobs-cell.ts';

const CELLS = 20;
const EACH = 160;
/** Twenty works on three platforms: 360 days of streams. */
const REPORTED_DAYS = 6;
const ASK_CENTS = 1_500;

type Rename = (name: string, copy: number) => string;

/** Makes `EACH` changes, one after another over the cells; refused ones do not count. */
async function each(cells: number, change: (copy: number, round: number) => Promise<unknown>) {
  let made = 0;
  let refused: string | undefined;
  for (let n = 0; n < EACH; n++) {
    const outcome = await change(n % cells, Math.floor(n / cells));
    if (isRefusal(outcome)) refused = outcome.message;
    else made += 1;
  }
  if (refused) console.log(`  ${EACH - made} changes were refused: ${refused}`);
  return made;
}

async function buyTokens(cells: number, rename: Rename): Promise<number> {
  const all = services();
  const bank = new Bank();
  await bank.begin();
  const made = await each(cells, async (copy, round) => {
    const uid = rename(fan(CARD_BUYERS + round), copy);
    const order = await startOrder(all, uid, { blockId: '36', qty: 60, variant: 'block' });
    if (isRefusal(order)) return order;
    return bank.pay(order.url.split('/').at(-1) ?? '');
  });
  await bank.tell(all);
  return made;
}

async function tradeEditions(cells: number, rename: Rename): Promise<number> {
  const all = services();
  // Each of six holders has every sixth edition; the first two were traded before.
  const edition = (copy: number, round: number) => ({
    datId: rename(work, copy),
    editionNumber: 3 + round,
  });
  const holder = (round: number) => fan((2 + round) % 6);
  const listed = await each(cells, (copy, round) =>
    setForSale(all, rename(holder(round), copy), {
      ...edition(copy, round),
      newPrice: usdOfCents(ASK_CENTS),
    }),
  );
  const bought = await each(cells, (copy, round) =>
    purchase(all, rename(fan(31 + round), copy), {
      ...edition(copy, round),
      expectedPrice: usdOfCents(ASK_CENTS),
    }),
  );
  return listed + bought;
}

const offerTokens = (cells: number, rename: Rename): Promise<number> =>
  each(cells, (copy, round) =>
    listTokens(services(), rename(fan(6 + round), copy), { blockId: String(BLOCK_CENTS), qty: 10 }),
  );

async function reportStreams(cells: number, rename: Rename): Promise<number> {
  const all = services();
  const folder = mkdtempSync(join(tmpdir(), 'bench-report-'));
  try {
    const path = join(folder, 'streams.csv');
    const works = Array.from({ length: cells }, (_, copy) => rename(track, copy));
    const csv = makeCsv(all.clock.now(), works, REPORTED_DAYS);
    writeFileSync(path, csv);
    const said = { by: 'demo-operator', madeAt: all.clock.now() };
    const run = { store: all.store, live: liveDatabase(), now: () => all.clock.now(), said };
    const { files } = await importFiles([path], run);
    for (const file of files) if (file.kind === 'refused') throw new Error(file.reason);
    return csv.trim().split('\n').length - 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Makes the changes with the product's own calls: orders by card, editions offered and bought, tokens offered,
 * and a report of streams.
 *
 * @returns how many were made; fewer in a world below a thousand wallets
 */
export async function makeChanges(allCells: number, rename: Rename): Promise<number> {
  const cells = Math.min(CELLS, allCells);
  const made =
    (await buyTokens(cells, rename)) +
    (await tradeEditions(cells, rename)) +
    (await offerTokens(cells, rename)) +
    (await reportStreams(cells, rename));
  await services().projector.settled();
  return made;
}
