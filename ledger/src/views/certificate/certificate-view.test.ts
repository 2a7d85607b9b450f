import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { sealRings } from '@datchain/shared/ui/seal-rings.ts';
import { expect, test } from 'vitest';
import { aStoredAsset } from '../../../testing/stored-world.ts';
import { certificateView } from './certificate-view.ts';

const dat = readAsset(aStoredAsset(), 'a') as Dat;
const now = Date.UTC(2026, 10, 20, 10, 42);
const sale = (edition: number, day: number, to: string): HistoryLine => ({
  at: Date.UTC(2026, 10, day, 9, 30),
  kind: 'sold',
  edition,
  priceCents: 2_500,
  from: 'artist0',
  to,
});
const history = [
  sale(7, 19, 'lenafjeldstad'),
  sale(8, 18, 'else'),
  sale(6, 17, 'maker'),
  sale(7, 15, 'before'),
];
const at = { history, origin: 'https://datchain.test', now };

const factsOf = (number: number) =>
  Object.fromEntries(
    certificateView(dat, number, at)?.facts.map(({ label, value }) => [label, value]) ?? [],
  );

test('[N-FIG-04] a certificate names the owner, and the latest sale as the time since when', () => {
  expect(factsOf(7)).toEqual({
    'Held by': '@lenafjeldstad',
    Since: '19 Nov 2026, 09:30 UTC',
    'Royalty share': '2.5% of the 5%',
    Tier: 'Gold',
  });
});

test('an edition that was never sold is the creator’s since the release', () => {
  expect(factsOf(3)).toMatchObject({ 'Held by': '@maker', Since: '14 Nov 2026, 00:00 UTC' });
});

test('an edition that its creator bought back is the creator’s since then', () => {
  expect(factsOf(6)).toMatchObject({ 'Held by': '@maker', Since: '17 Nov 2026, 09:30 UTC' });
});

test('[N-FST-06] an edition that was given is its holder’s since then', () => {
  const given = { ...sale(6, 20, 'lenafjeldstad'), kind: 'given' as const, priceCents: null };
  const view = certificateView(dat, 6, { ...at, history: [given, ...history] });
  expect(view?.facts).toContainEqual({ label: 'Since', value: '20 Nov 2026, 09:30 UTC' });
});

test('the certificate of someone unnamed names no one, and says that it is their choice', () => {
  const editions = dat.editions.map((edition) => ({ ...edition, ownerUsername: '' }));
  const view = certificateView({ ...dat, editions }, 7, at);
  expect(view?.facts[0]).toEqual({ label: 'Held by', value: 'Unnamed' });
  expect(view?.text).toContain('Its holder chose not to be named in public and is the owner');
  expect(view?.text).not.toContain('named here');
});

test('a certificate leaves the time open if the history does not reach back to the sale', () => {
  expect(factsOf(10)).toMatchObject({ Since: '–' });
});

test('the text of a certificate says which edition of how many it is and when that was read; its address leads back', () => {
  const view = certificateView(dat, 7, at);
  expect(view?.text).toContain('DAT #7 is one of 20 numbered editions');
  expect(view?.text).toContain('on 20 Nov 2026, 10:42 UTC');
  expect(view?.address).toBe('https://datchain.test/certificate/dat-0?edition=7');
});

test.each([0, 21, Number.NaN, 1.5])('edition %s has no certificate', (number) => {
  expect(certificateView(dat, number, at)).toBeUndefined();
});

test('the seal has 13 rings, always the same for one edition and different for another', () => {
  expect(sealRings('dat-0', 7)).toHaveLength(13);
  expect(sealRings('dat-0', 7)).toEqual(sealRings('dat-0', 7));
  expect(sealRings('dat-0', 8)).not.toEqual(sealRings('dat-0', 7));
  expect(sealRings('dat-1', 7)).not.toEqual(sealRings('dat-0', 7));
});
