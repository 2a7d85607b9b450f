import { expect, test } from 'vitest';
import { datAddressId, embedMarkup, oembedHref } from './embed.ts';

const site = 'https://datchain.com';

test('a title cannot break out of the markup for other sites', () => {
  const song = '"><script>alert(1)</script>';
  expect(embedMarkup({ site, id: 'dat-1', song, artist: 'A & B' })).toBe(
    '<iframe src="https://datchain.com/embed/dat-1" title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; by A &amp; B, on datchain" width="360" height="160" loading="lazy" style="border:0"></iframe>',
  );
  expect(embedMarkup({ site, id: 'dat-1', song: 'Night Bus', artist: '' })).toContain(
    ' title="Night Bus, on datchain" ',
  );
});

test('only addresses of works on this site have a player', () => {
  const idOf = (address: string) => datAddressId(address, site);
  expect(idOf('https://datchain.com/viewdat/dat-1')).toBe('dat-1');
  expect(idOf('https://datchain.com/viewdat/dat-1/?from=mail#editions')).toBe('dat-1');
  expect(idOf('https://datchain.com/embed/dat_2')).toBe('dat_2');
  expect(idOf('https://datchain.com/viewdat/__dat_')).toBe('__dat_');
  for (const other of [
    'https://evil.example/viewdat/dat-1',
    'http://datchain.com/viewdat/dat-1',
    'https://datchain.com/analytics/dat-1',
    'https://datchain.com/viewdat/',
    'https://datchain.com/data/viewdat/dat-1',
    'https://datchain.com/viewdat/a/b',
    'https://datchain.com/viewdat/%2e%2e',
    'https://datchain.com/viewdat/__proto__',
    'https://datchain.com/embed/__x__/?from=mail',
    'dat-1',
  ]) {
    expect(idOf(other), other).toBeUndefined();
  }
});

test('a page links to the oEmbed address of its player', () => {
  expect(oembedHref(site, '/viewdat/dat-1')).toBe(
    'https://datchain.com/oembed?url=https%3A%2F%2Fdatchain.com%2Fviewdat%2Fdat-1',
  );
});
