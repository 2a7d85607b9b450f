import { expect, test } from 'vitest';
import { emptyWallet } from './wallets.ts';

test('spending takes the exact price from the face and rounds the tokens up', () => {
  const wallet = emptyWallet('bo');
  wallet.buy(30, 1000);
  wallet.spend(4000);
  expect(wallet.lots()).toEqual([{ uid: 'bo', blockCents: 30, qty: 866, faceMicros: 260_000_000 }]);
});

test('the oldest lot is spent first, and an emptied lot disappears', () => {
  const wallet = emptyWallet('bo');
  wallet.buy(50, 100);
  wallet.buy(40, 100);
  wallet.spend(6000);
  expect(wallet.lots()).toEqual([{ uid: 'bo', blockCents: 40, qty: 75, faceMicros: 30_000_000 }]);
});

test('a wallet cannot pay more than its face', () => {
  const wallet = emptyWallet('bo');
  wallet.buy(36, 100);
  expect(() => wallet.spend(3601)).toThrow('cannot pay');
});

test('queued tokens leave the wallet with their share of the face', () => {
  const wallet = emptyWallet('bo');
  wallet.buy(36, 100);
  expect(wallet.queue(36, 40)).toEqual({ faceMicros: 14_400_000 });
  expect(wallet.lots()).toEqual([{ uid: 'bo', blockCents: 36, qty: 60, faceMicros: 21_600_000 }]);
  expect(() => wallet.queue(36, 61)).toThrow('has not 61 tokens');
});
