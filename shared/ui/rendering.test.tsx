import { gzipSync } from 'node:zlib';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { BlockSheet } from './block-sheet.tsx';
import { DatCard } from './dat-card.tsx';
import { EditionRail } from './edition-rail.tsx';
import { Status } from './status.tsx';
import { readStyles } from './testing/read-styles.ts';
import { aDatCard, Specimen } from './testing/specimen.tsx';

/** The words of a piece as a reader sees them. */
const words = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('static pieces', () => {
  test('no piece carries an inline style, which the content security policy forbids', () => {
    expect(renderToStaticMarkup(<Specimen />)).not.toMatch(/\sstyle=/);
  });

  test('a block card reads its link, its price and its stock, and leads to the block', () => {
    const markup = renderToStaticMarkup(
      <BlockSheet blocks={[{ id: '36', price: '$0.36', available: '41,200', sellsFirst: true }]} />,
    );
    expect(words(markup)).toBe('Link 36 Sells first $0.36 per token Available: 41,200');
    expect(markup).toContain('href="/tdc/block/36"');
  });

  test('a DAT card says in words how many editions are for sale', () => {
    expect(words(renderToStaticMarkup(<DatCard dat={aDatCard()} />))).toContain(
      '7 of 20 editions for sale',
    );
  });

  test('only the featured card shows tier and availability', () => {
    const card = words(renderToStaticMarkup(<DatCard dat={aDatCard()} />));
    const featured = words(renderToStaticMarkup(<DatCard dat={aDatCard()} featured />));
    expect(card).not.toContain('Platinum');
    expect(featured).toContain('Tier Platinum Available for ownership 35% Total Streams –');
  });

  test('the edition rail shows twenty as twenty marks, free ones apart from sold ones', () => {
    const markup = renderToStaticMarkup(<EditionRail free={aDatCard().free} />);
    expect(markup.match(/class="free"/g)).toHaveLength(7);
    expect(markup.match(/class="sold"/g)).toHaveLength(13);
  });

  test('a status is a word, not only a colour', () => {
    expect(words(renderToStaticMarkup(<Status kind="onItsWay" />))).toBe('On its way');
  });

  test('the whole style sheet stays within 12 KB as it travels', () => {
    expect(gzipSync(readStyles(), { level: 9 }).byteLength).toBeLessThanOrEqual(12 * 1024);
  });
});
