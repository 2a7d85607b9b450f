import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { purchase, setForSale } from '@datchain/functions/editions/trade.ts';
import { notifyFollowers } from '@datchain/functions/follows/notify-followers.ts';
import { issueTokensEntry } from '@datchain/functions/journal/entries/tokens.ts';
import { expireOrders } from '@datchain/functions/orders/expire-orders.ts';
import { startOrder } from '@datchain/functions/orders/start-order.ts';
import { ensureAccount, onboardingLink } from '@datchain/functions/payouts/accounts.ts';
import { payoutQuote } from '@datchain/functions/payouts/payout-quote.ts';
import { processPayout } from '@datchain/functions/payouts/process-payout.ts';
import { publishPublicLog } from '@datchain/functions/public-log/job.ts';
import { acceptRelease, newRelease } from '@datchain/functions/releases/accept.ts';
import { finishRelease } from '@datchain/functions/releases/finish.ts';
import { takeDown } from '@datchain/functions/releases/take-down.ts';
import { distributeStreams } from '@datchain/functions/streams/distribute-streams.ts';
import { importFiles } from '@datchain/functions/streams/import-files.ts';
import { claim } from '@datchain/functions/tokens/claim.ts';
import { listTokens } from '@datchain/functions/tokens/listings.ts';
import { usdOfCents } from '@datchain/shared/domain/money.ts';
import { hasFacts } from '@datchain/shared/domain/recording-facts.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { demoPreview } from '../world/sound/demo-preview.ts';
import { demoOriginalPath, demoWhole } from '../world/sound/demo-whole.ts';
import type { DemoDat, DemoPayout, DemoTakeBack, DemoTokenPurchase } from '../world/types.ts';
import type { DemoEvent } from '../world/world.ts';
import type { Bank } from './bank.ts';
import type { DemoPictures } from './documents.ts';
import type { Past } from './past.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Returns a step's result.
 *
 * @throws Error if the product refuses the step, which is a mistake in the story
 */
function done<Result>(what: string, outcome: Result | Refusal): Result {
  if (isRefusal(outcome)) throw new Error(`${what}: ${outcome.message}`);
  return outcome;
}

const operatorUid = 'demo-operator';

async function release({ past, pictures }: Story, dat: DemoDat, atMillis: number): Promise<void> {
  const all = past.at(atMillis);
  const artwork = pictures.artwork.get(dat.id);
  const { id, songName, artistName, artistUid, contentId, tier, editions } = dat;
  const { artistFeatures, producers, songwriters, recordLabels } = dat;
  const facts = {
    id,
    source: 'files' as const,
    operatorUid,
    artistId: artistUid,
    artistName,
    songName,
    albumName: '',
    contentId,
    artworkUrl: artwork?.url ?? '',
    songUrl: '',
    genres: [dat.genre],
    artistFeatures,
    producers,
    songwriters,
    recordLabels,
    tier,
    preview: demoPreview(dat),
    whole: demoWhole(dat),
    audioPath: demoOriginalPath(dat),
    ...(hasFacts(dat.facts) ? { recordingFacts: dat.facts } : {}),
  };
  const asked = newRelease(facts, { id }, all.clock.now());
  const taken = (): Refusal => {
    throw new Error(`${id} is there already`);
  };
  const checked = {
    release: { ...asked, editions: editions.length },
    uploads: artwork ? [artwork] : [],
  };
  const accepted = done(id, await acceptRelease(all, checked, taken));
  done(id, await finishRelease(all, accepted));
}

interface Story {
  readonly past: Past;
  readonly bank: Bank;
  readonly pictures: DemoPictures;
  readonly orderIds: Map<string, string>;
  readonly disputes: Map<string, string>;
}

async function buyTokens(story: Story, order: DemoTokenPurchase): Promise<void> {
  const { past, bank, orderIds } = story;
  const { uid, blockCents, qty, atMillis, end } = order;
  const what = `${uid} buys ${qty} tokens at ${blockCents}`;
  const request = { blockId: String(blockCents), qty, variant: 'block' as const };
  await bank.goTo(atMillis);
  const { orderId, url } = done(what, await startOrder(past.at(atMillis), uid, request));
  if (end === 'unpaid') {
    await bank.goTo(atMillis + 40 * MINUTE);
    await expireOrders(past.at(atMillis + 40 * MINUTE));
    return;
  }
  if (end) orderIds.set(uid, orderId);
  await bank.goTo(atMillis + 70 * SECOND);
  await bank.pay(url.split('/').at(-1) ?? '');
  await bank.tell(past.at(atMillis + 75 * SECOND));
}

async function takeBack(
  { past, bank, orderIds, disputes }: Story,
  { uid, how, atMillis }: DemoTakeBack,
): Promise<void> {
  const all = past.at(atMillis);
  const order = await all.orders.find(orderIds.get(uid) ?? '');
  const payment = order?.paymentIntentId;
  if (!payment) throw new Error(`${uid} has paid nothing that could be taken back`);
  await bank.goTo(atMillis);
  if (how === 'refund') await all.stripe.refunds.create({ payment_intent: payment });
  if (how === 'dispute') disputes.set(uid, await bank.dispute(payment));
  if (how === 'dispute-lost') await bank.closeDispute(disputes.get(uid) ?? '', 'lost');
  await bank.tell(all);
}

async function payOut({ past, bank }: Story, { uid, atMillis }: DemoPayout): Promise<void> {
  const all = past.at(atMillis);
  await bank.goTo(atMillis);
  const { id, payoutsEnabled } = await ensureAccount(all, uid);
  if (!payoutsEnabled) {
    await onboardingLink(all, uid, 'web');
    await bank.onboard(id);
  }
  const { eligibleCents } = await payoutQuote(all, uid);
  const payoutAmount = Math.floor(eligibleCents / 1_000) * 10;
  const what = `${uid} cashes out ${payoutAmount} dollars`;
  done(what, await processPayout(all, uid, { payoutAmount, source: 'credits' }));
  await bank.tell(all);
}

async function takeReport(
  { past }: Story,
  { atMillis, name, csv }: { atMillis: number; name: string; csv: string },
): Promise<void> {
  const all = past.at(atMillis);
  const folder = await mkdtemp(join(tmpdir(), 'report-'));
  try {
    const path = join(folder, name);
    await writeFile(path, csv);
    const said = { by: operatorUid, madeAt: atMillis };
    const run = { store: all.store, live: past.shared, now: all.clock.now, said };
    for (const file of (await importFiles([path], run)).files) {
      if (file.kind === 'refused') throw new Error(`${name}: ${file.reason}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const { skipped } = await distributeStreams(all);
  if (skipped > 0) throw new Error(`${name}: ${skipped} days could not be shared`);
}

export async function happen(story: Story, event: DemoEvent): Promise<void> {
  const { atMillis } = event;
  const all = story.past.at(atMillis);
  switch (event.kind) {
    case 'token-issues':
      for (const { blockCents, qty } of event.issues) {
        const id = String(blockCents);
        done(id, await all.books.commit(issueTokensEntry(`first-${id}`, id, blockCents, qty)));
      }
      return;
    case 'release':
      await release(story, event.dat, atMillis);
      await notifyFollowers(all);
      return;
    case 'takedown': {
      const reason = 'The recording uses a sample that was not cleared.';
      done(event.dat.id, await takeDown(all, { datId: event.dat.id, reason }));
      return;
    }
    case 'token-purchase':
      return buyTokens(story, event);
    case 'edition-purchase': {
      const { uid, datId, editionNumber, priceCents } = event;
      const input = { datId, editionNumber, expectedPrice: usdOfCents(priceCents) };
      done(`${uid} buys ${datId} ${editionNumber}`, await purchase(all, uid, input));
      return;
    }
    case 'edition-listing': {
      const { sellerUid, datId, editionNumber, askPriceCents } = event;
      const input = { datId, editionNumber, newPrice: usdOfCents(askPriceCents) };
      done(`${sellerUid} offers ${datId}`, await setForSale(all, sellerUid, input));
      return;
    }
    case 'token-listing': {
      const { sellerUid, blockCents, qty } = event;
      const input = { blockId: String(blockCents), qty };
      done(`${sellerUid} offers tokens`, await listTokens(all, sellerUid, input));
      return;
    }
    case 'claims':
      // Users without claimable tokens get a refusal.
      await Promise.all(event.uids.map((uid) => claim(all, uid)));
      return;
    case 'report':
      return takeReport(story, event);
    case 'payout':
      return payOut(story, event);
    case 'take-back':
      return takeBack(story, event);
    case 'night':
      await publishPublicLog(all);
      return;
  }
}
