import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paymentFor, type TokenOffer } from './edition-payment.ts';

const usd = (dollars: number): number => Math.round(dollars * 1_000_000);

const platform = (priceCents: number, available = 1_000): TokenOffer => ({
  blockId: String(priceCents),
  priceCents,
  available,
  faceOf: (qty) => (qty <= available ? qty * priceCents * 10_000 : undefined),
});

const resold = (priceCents: number, issuedCents: number, available = 1_000): TokenOffer => ({
  ...platform(priceCents, available),
  blockId: `${priceCents}-resold`,
  faceOf: (qty) => (qty <= available ? qty * issuedCents * 10_000 : undefined),
});

describe('the card payment for an edition', () => {
  test('[N-BUY-05] is the fewest tokens of the cheapest block that cover the missing amount', () => {
    expect(paymentFor([platform(50), platform(36)], usd(25))).toEqual({
      blockId: '36',
      priceCents: 36,
      needed: 70,
      qty: 70,
      totalCents: 2_520,
      faceMicros: usd(25.2),
    });
    expect(paymentFor([platform(36)], usd(25.2))).toMatchObject({ needed: 70 });
    expect(paymentFor([platform(36)], usd(25.2) + 1)).toMatchObject({ needed: 71 });
  });

  test('[N-BUY-05] is never less than the smallest card payment', () => {
    expect(paymentFor([platform(36)], usd(3.4))).toMatchObject({
      needed: 10,
      qty: 28,
      totalCents: 1_008,
    });
  });

  test('skips a block with too few tokens for the edition or for a card payment', () => {
    expect(paymentFor([platform(36, 69), platform(50)], usd(25))?.blockId).toBe('50');
    expect(paymentFor([platform(36, 27), platform(50)], usd(3.4))?.blockId).toBe('50');
    expect(paymentFor([platform(36, 28), platform(50)], usd(3.4))?.blockId).toBe('36');
    expect(paymentFor([platform(36, 70), platform(50)], usd(25))?.blockId).toBe('36');
    expect(paymentFor([platform(36, 69)], usd(25))).toBeUndefined();
    expect(paymentFor([platform(36, 0)], usd(1))).toBeUndefined();
    expect(paymentFor([], usd(1))).toBeUndefined();
  });

  test('[N-BUY-05] is found if one order can have enough tokens of a block, though not all', () => {
    const { faceOf, ...offer } = platform(36, 1_000);
    const least = { ...offer, faceOf: (qty: number) => (qty <= 70 ? faceOf(qty) : undefined) };
    expect(paymentFor([least], usd(25))).toMatchObject({ needed: 70 });
    expect(paymentFor([least], usd(25.21))).toBeUndefined();
  });

  test('prefers tokens worth more than they cost, and takes those worth less only as a last resort', () => {
    const [plain, bargain, dear] = [platform(36), resold(61, 100), resold(36, 30)];
    for (const offers of [
      [plain, bargain],
      [bargain, plain],
    ]) {
      expect(paymentFor(offers, usd(25))).toMatchObject({
        blockId: '61-resold',
        qty: 25,
        totalCents: 1_525,
      });
    }
    for (const offers of [
      [dear, platform(50)],
      [platform(50), dear],
    ]) {
      expect(paymentFor(offers, usd(25))?.blockId).toBe('50');
    }
    expect(paymentFor([resold(36, 30)], usd(25))).toMatchObject({ needed: 84, totalCents: 3_024 });
  });

  test('takes no more tokens than needed or than the smallest card payment, at any face', () => {
    const tokens = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(tokens, fc.integer({ min: 30, max: 100 }), fc.nat(), (faces, price, some) => {
        const worth = [0];
        for (const cents of faces) worth.push((worth.at(-1) ?? 0) + cents * 10_000);
        const all = worth.at(-1) ?? 0;
        const missing = 1 + (some % all);
        const offer = { ...platform(price, faces.length), faceOf: (qty: number) => worth[qty] };
        const payment = paymentFor([offer], missing);
        const needed = worth.findIndex((micros) => micros >= missing);
        const qty = Math.max(needed, Math.ceil(1_000 / price));
        if (qty > faces.length) return payment === undefined;
        return payment?.needed === needed && payment.qty === qty;
      }),
    );
  });
});
