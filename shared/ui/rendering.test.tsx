import { gzipSync } from 'node:zlib';
import { readStyles } from '@datchain/testing/ui/read-styles.ts';
import { aDatCard, Specimen } from '@datchain/testing/ui/specimen.tsx';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { BlockSheet } from './block-sheet.tsx';
import { DatCard } from './dat-card.tsx';
import { EditionKey, EditionRail } from './edition-rail.tsx';
import { Status } from './status.tsx';

const words = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('static pieces', () => {
  test('no piece carries an inline style, which the content security policy forbids', () => {
    expect(renderToStaticMarkup(<Specimen />)).not.toMatch(/\sstyle=/);
  });

  test('a block card shows its number, price and stock, and links to the block', () => {
    const markup = renderToStaticMarkup(
      <BlockSheet blocks={[{ id: '36', price: '$0.36', available: '41,200', sellsFirst: true }]} />,
    );
    expect(words(markup)).toBe('Link 36 Sells first $0.36 per token Available: 41,200');
    expect(markup).toContain('href="/tdc/block/36"');
  });

  const mixed = ['held', 'resale', 'primary', 'primary'] as const;
  const held = ['held', 'held'] as const;

  test.each([
    [aDatCard().marks, /7 of 20 editions for sale Night/],
    [mixed, /3 of 4 editions for sale, 1 from an owner Night/],
    [['resale', 'resale', 'held'], /2 of 3 editions for sale, 2 from owners Night/],
    [held, /0 of 2 editions for sale Night/],
  ] as const)(
    '[N-BUY-02] a DAT card says in words how many editions are for sale, and how many of owners',
    (marks, text) => {
      expect(words(renderToStaticMarkup(<DatCard dat={aDatCard({ marks })} />))).toMatch(text);
    },
  );

  test('[N-BUY-03] a DAT card shows the lowest price, or that no edition is for sale', () => {
    const card = (lowestPrice: string | undefined) =>
      words(renderToStaticMarkup(<DatCard dat={aDatCard({ lowestPrice })} />));
    expect(card('$18.00')).toContain('From $18.00 Total Streams');
    expect(card(undefined)).toContain('For sale None now Total Streams');
  });

  test('only the featured card shows tier and availability', () => {
    const card = words(renderToStaticMarkup(<DatCard dat={aDatCard()} />));
    const featured = words(renderToStaticMarkup(<DatCard dat={aDatCard()} featured />));
    expect(card).not.toContain('Platinum');
    expect(featured).toContain(
      'Tier Platinum Available for ownership 35% From $100.00 Total Streams –',
    );
  });

  test('[N-BUY-02] the edition rail shows each edition as one of three marks, hidden from screen readers', () => {
    const markup = renderToStaticMarkup(<EditionRail marks={mixed} />);
    expect([...markup.matchAll(/<i class="(\w+)">/g)].map(([, mark]) => mark)).toEqual(mixed);
    expect(markup).toMatch(/^<div[^>]* aria-hidden="true">/);
  });

  test('[N-BUY-02] the key below the rail explains its marks, and leaves out absent ones', () => {
    const key = (marks: typeof mixed | typeof held) =>
      words(renderToStaticMarkup(<EditionKey marks={marks} />));
    expect(key(mixed)).toBe('2 from the creator 1 from an owner 1 owned, not for sale');
    expect(key(held)).toBe('2 owned, not for sale');
  });

  test('a status is a word, not only a colour', () => {
    expect(words(renderToStaticMarkup(<Status kind="onItsWay" />))).toBe('On its way');
  });

  test('the whole style sheet stays within 12 KB when compressed', () => {
    expect(gzipSync(readStyles(), { level: 9 }).byteLength).toBeLessThanOrEqual(12 * 1024);
  });
});
