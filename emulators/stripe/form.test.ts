import { describe, expect, it } from 'vitest';
import { FormError, parseForm } from './form.ts';

const plain = (text: string) => JSON.parse(JSON.stringify(parseForm(text)));

describe("Stripe's form notation", () => {
  it.each([
    ['a=1&b=two+words', { a: '1', b: 'two words' }],
    ['metadata[orderId]=o_1', { metadata: { orderId: 'o_1' } }],
    [
      'line_items[0][price_data][currency]=usd&line_items[0][quantity]=2',
      {
        line_items: { 0: { price_data: { currency: 'usd' }, quantity: '2' } },
      },
    ],
    ['expand[]=a&expand[]=b', { expand: { 0: 'a', 1: 'b' } }],
    ['expand%5B0%5D=payment_intent', { expand: { 0: 'payment_intent' } }],
    ['a=1&a=2', { a: '2' }],
    ['a[__proto__][x]=1', JSON.parse('{"a":{"__proto__":{"x":"1"}}}')],
    ['a=', { a: '' }],
    ['', {}],
  ])('reads %s', (text, expected) => {
    expect(plain(text)).toEqual(expected);
  });

  it.each(['a=1&a[b]=2', 'a[b]=1&a=2', 'a[b=1', '[a]=1', `a${'[b]'.repeat(20)}=1`])(
    'refuses %s',
    (text) => {
      expect(() => parseForm(text)).toThrow(FormError);
    },
  );

  it('never touches the prototype of other objects', () => {
    parseForm('__proto__[polluted]=yes&constructor[prototype][polluted]=yes');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
