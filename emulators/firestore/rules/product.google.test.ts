import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { configureRules } from '../../../rules/configure.ts';
import { seedsFor, tellSteps } from '../testing/random-runs.ts';
import { compileFirestoreRules } from './compile.ts';
import { allowsOurs } from './testing/ours.ts';
import type { Question } from './testing/questions.ts';
import { Chance } from './testing/random.ts';
import { productWorld, randomWish } from './testing/random-product.ts';
import { allowStopper, allowsTheirs, loadRules, loadWorld, type Oracle } from './testing/theirs.ts';

const project = 'demo-rules-product';
const fixedUserIds = ['fixed-1', 'fixed-2'];
const source = readFileSync(new URL('../../../rules/firestore.rules', import.meta.url), 'utf8');
const text = configureRules(source, { fixedUserIds }).replace(
  '// ---- Who is asking',
  `${allowStopper}\n// ---- Who is asking`,
);
const rules = compileFirestoreRules(text);
const oracle: Oracle = { port: inject('googlePort'), project };
const world = productWorld(fixedUserIds);
const wishesEach = 500;
const asked = { allowed: 0, denied: 0 };

beforeAll(async () => {
  await loadWorld(oracle, world);
  await loadRules(oracle, text);
});
afterAll(() => tellSteps('requests under the product’s rules', asked));

it.each(seedsFor({ share: 0.05, stepsEach: wishesEach }))(
  'the product’s own rules allow what Google’s allow of them (DATCHAIN_SEED=%i)',
  async (seed) => {
    const chance = new Chance(seed);
    const different: { wish: Question; uid: string | null; theirs: boolean }[] = [];
    const seen = { allowed: 0, denied: 0 };
    for (let at = 0; at < wishesEach; at += 1) {
      const wish = randomWish(chance, fixedUserIds);
      const uid = chance.oneOf(['owner', 'newcomer', 'newcomer', 'stranger', 'operator', null]);
      const theirs = await allowsTheirs(oracle, wish, uid);
      if (theirs === undefined) continue;
      const ours = allowsOurs(rules, world, wish, { uid });
      if (ours !== theirs) different.push({ wish, uid, theirs });
      seen[theirs ? 'allowed' : 'denied'] += 1;
    }
    expect(different).toEqual([]);
    expect(seen.allowed).toBeGreaterThan(20);
    expect(seen.denied).toBeGreaterThan(20);
    asked.allowed += seen.allowed;
    asked.denied += seen.denied;
  },
);
