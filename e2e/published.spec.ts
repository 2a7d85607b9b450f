import { publishPublicLog } from '@datchain/functions/public-log/job.ts';
import { services } from '@datchain/functions/services.ts';
import { purchaseEdition } from '@datchain/shared/contracts/calls/editions.ts';
import { cancelTokenListing, listTokens } from '@datchain/shared/contracts/calls/tokens.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import { demoFixedUserIds } from '@datchain/stack/environment.ts';
import type { Admin } from '@datchain/testing/browsers/admin.ts';
import { builtAgain } from '@datchain/testing/browsers/built-again.ts';
import { callDone } from '@datchain/testing/browsers/calls.ts';
import { giveTokens, nameAccount, releaseDat } from '@datchain/testing/browsers/editions.ts';
import { expect, type OwnAccount, test } from '@datchain/testing/browsers/fixtures.ts';
import { putObject } from '@datchain/testing/server/uploads.ts';
import sharp from 'sharp';
import { leaksIn, type PublishedText, stripeIdsIn } from '../ledger/testing/published.ts';

async function showPerson(admin: Admin, { uid }: OwnAccount) {
  const username = await nameAccount(admin, uid);
  const plain = { width: 300, height: 200, channels: 3, background: '#2138d4' } as const;
  const profileImageUrl = await putObject({
    path: `profile_pictures/${uid}`,
    bytes: await sharp({ create: plain }).png().toBuffer(),
    contentType: 'image/png',
    uploader: uid,
  });
  expect(profileImageUrl).toContain(uid);
  await admin.firestore.doc(docs.publicProfile(uid)).update({ profileImageUrl });
  return { username, profileImageUrl };
}

async function allDocuments({ firestore }: Admin) {
  const collections = await firestore.listCollections();
  const snapshots = await Promise.all(collections.map((collection) => collection.get()));
  return snapshots.flatMap(({ docs: found }) => found);
}

async function listSecrets(admin: Admin): Promise<string[]> {
  const { users } = await admin.auth.listUsers(1_000);
  const documents = await allDocuments(admin);
  const uids = documents.flatMap(({ id, ref }) => {
    if (/^(users|publicProfiles)\//.test(ref.path)) return id;
    return /^guards\/user:(.+)$/.exec(ref.path)?.[1] ?? [];
  });
  const { data: events } = await services().stripe.events.list({ limit: 100 });
  const stored = [...documents.map((document) => document.data()), ...events];
  const ids = stored.flatMap((each) => stripeIdsIn(JSON.stringify(each)));
  expect(uids.length).toBeGreaterThan(20);
  expect(ids.length).toBeGreaterThan(5);
  const accounts = users.flatMap(({ uid, email }) => (email ? [uid, email] : [uid]));
  const known = new Set([...accounts, ...uids, ...ids]);
  // Every new user follows these: the portal names them, so they are no secret.
  for (const uid of demoFixedUserIds) known.delete(uid);
  return [...known];
}

async function openValues({ firestore, database }: Admin): Promise<PublishedText[]> {
  const read = async (path: string): Promise<unknown> => {
    const databaseURL = process.env.DATABASE_URL ?? '';
    const response = await fetch(databaseRestUrl({ databaseURL }, path));
    expect(response.status, path).toBe(200);
    return response.json();
  };
  const paths = [live.newestReleases, live.metrics, live.allStreamStats, 'earnings', 'datLive'];
  const values = new Map<string, unknown>();
  for (const path of paths) values.set(path, await read(path));
  const blocks = (await database.ref(live.tokenBlocks).get()).val();
  // This value names the seller of the next tokens (R-DB-05).
  const ours = Object.values<{ walletId?: string }>(blocks).map(({ walletId: _, ...own }) => own);
  values.set(live.tokenBlocks, ours);
  for (const path of [docs.bookDays, docs.datHistories]) {
    const { docs: found } = await firestore.collection(path).get();
    values.set(
      path,
      found.map((document) => document.data()),
    );
  }
  return [...values].map(([name, value]) => ({ name, text: JSON.stringify(value) }));
}

test('nothing published contains an e-mail, Stripe id or uid, after a release, a sale and a listing of people with pictures', {
  tag: '@once',
}, async ({ admin, stack, market, newAccount }) => {
  test.slow();
  const [artist, fan] = [await newAccount(), await newAccount()];
  await giveTokens(market, fan, 50);
  const dat = await releaseDat(admin, { editions: 2, priceCents: 1_000, creatorUid: artist.uid });
  const [creator, owner] = [await showPerson(admin, artist), await showPerson(admin, fan)];
  const row = admin.firestore.doc(`${docs.assetsSummaries}/${dat.id}`);
  const [asset] = (await row.get()).get('assets');
  const { username: creatorUsername, profileImageUrl: creatorProfileURL } = creator;
  await row.update({ assets: [{ ...asset, creatorUsername, creatorProfileURL }] });
  const edition = { datId: dat.id, editionNumber: 1, expectedPrice: 10 };
  await callDone(stack, fan, purchaseEdition.name, edition);
  const { listingId } = await callDone<{ listingId: string }>(stack, fan, listTokens.name, {
    blockId: '97',
    qty: 2,
  });
  try {
    await publishPublicLog(services());
    const texts = [...(await builtAgain(stack.addresses.hosting)), ...(await openValues(admin))];
    const textOf = (name: string) => texts.find((each) => each.name === name)?.text ?? '';

    const page = textOf(`viewdat/${dat.id}.html`);
    expect(page).toContain(`@${creator.username}`);
    expect(page).toContain(`@${owner.username}`);
    expect(new Set(page.match(/\/portraits\/[0-9a-f]{16}\.webp/g)).size).toBe(2);
    expect(textOf('home.html')).toContain('"id":"97"');
    expect(textOf('data/v1/ledger.jsonl')).toContain(`"datId":"${dat.id}"`);
    expect(textOf('datLive')).toContain(owner.username);
    expect(texts.filter(({ name }) => name.startsWith('portal/assets/')).length).toBeGreaterThan(5);

    const secrets = { known: await listSecrets(admin) };
    expect(secrets.known).toEqual(expect.arrayContaining([artist.uid, fan.uid, fan.email]));
    expect(texts.flatMap((each) => leaksIn(each, secrets))).toEqual([]);
  } finally {
    await callDone(stack, fan, cancelTokenListing.name, { listingId });
    await dat.remove();
  }
});
