import { randomUUID } from 'node:crypto';
import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { runOften } from '@datchain/testing/server/run-script.ts';
import { expect, test } from 'vitest';

const key = randomUUID();
const blocks = (...parameters: string[]) => runOften('blocks', parameters);
const onSale = async () => {
  const block = await services().live.read(live.tokenBlock('61'));
  return (block as { platformRemaining?: number } | null)?.platformRemaining ?? 0;
};

test('[N-LCH-01] the owner puts tokens on sale and withdraws unsold ones by a command, once per key', {
  timeout: 120_000,
}, async () => {
  const before = await onSale();
  const because = ['--reason', 'The first day', '--key', key];
  const issue = ['issue', '61', '500', ...because];
  const said = (text: string) => ({ code: 0, output: expect.stringContaining(text) });
  expect(await blocks(...issue, '--dry-run')).toMatchObject(
    said('Would be put on sale: 500 tokens at $0.61'),
  );
  expect(await onSale()).toBe(before);
  for (const _ of [1, 2]) {
    expect(await blocks(...issue)).toMatchObject(said('Was put on sale: 500 tokens at $0.61'));
  }
  expect(await onSale()).toBe(before + 500);
  expect(await blocks('list')).toMatchObject(said('$0.61  '));
  const withdrawn = await blocks('withdraw', '61', '200', '--reason', 'Too many', '--key', key);
  expect(withdrawn).toMatchObject(said('Was withdrawn: 200 tokens at $0.61'));
  expect(await onSale()).toBe(before + 300);
  const kept = await firestore()
    .doc(docs.decision(`withdraw-${key}`))
    .get();
  expect(kept.data()).toMatchObject({ qty: 200, reason: 'Too many', uid: 'command' });
});

test.each([
  [['issue', '35', '10', '--key', 'a', '--reason', 'x'], 'Choose $0.36 – $1.00.'],
  [['issue', '50', '0', '--key', 'a', '--reason', 'x'], 'Enter a whole number of tokens'],
  [['issue', '50', '1.5', '--key', 'a', '--reason', 'x'], 'Enter a whole number of tokens'],
  [['issue', '50', '10', '--key', 'a'], 'Give a --reason.'],
  [['issue', '50', '10', '--reason', 'x'], 'Give a --key'],
  [['issue', '50', '10', '--key', 'a b', '--reason', 'x'], 'Give a --key of letters'],
  [['withdraw', '99', '10000000', '--key', 'a', '--reason', 'x'], 'Only '],
  [['sell'], 'npm run blocks -- list'],
])(
  '[N-LCH-01] the command with %j is refused with a sentence',
  { timeout: 60_000 },
  async (parameters, sentence) => {
    expect(await blocks(...parameters)).toMatchObject({
      code: 1,
      output: expect.stringContaining(sentence),
    });
  },
);
