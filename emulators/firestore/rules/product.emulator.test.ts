import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configureRules } from '../../../rules/configure.ts';
import { scale } from '../../../shared/testing/scale.ts';
import type { Rules } from '../contract.ts';
import {
  type GoogleEmulator,
  hasGoogleEmulator,
  startGoogleEmulator,
} from '../testing/google-emulator.ts';
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
const seed = Number(process.env.DATCHAIN_SEED ?? Math.floor(Math.random() * 1e6));

let google: GoogleEmulator;
let oracle: Oracle;
let rules: Rules;
const world = productWorld(fixedUserIds);

beforeAll(async () => {
  if (!hasGoogleEmulator) return;
  google = await startGoogleEmulator(project);
  oracle = { port: google.port, project };
  await loadWorld(oracle, world);
  await loadRules(oracle, text);
  rules = compileFirestoreRules(text);
});
afterAll(() => google?.stop());

describe.skipIf(!hasGoogleEmulator)(`seed ${seed}: the product's own rules`, () => {
  it('allow whatever Google’s allow of them', async () => {
    const chance = new Chance(seed);
    const different: { wish: Question; uid: string | null; theirs: boolean }[] = [];
    const seen = { allowed: 0, denied: 0 };
    for (let at = 0; at < scale(300, 3000); at += 1) {
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
  });
});
