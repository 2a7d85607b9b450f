import { readIsrc } from '../../isrc.ts';
import { bad, type Format, hasAll, hasAny, skip } from '../rows.ts';

/** Apple "Content" of Sales and Trends: which Apple Identifier has which ISRC. It holds no plays. */
export const appleContent: Format = {
  source: 'apple_content',
  fits: (columns) =>
    hasAll(columns, 'apple identifier', 'isrc') &&
    !hasAny(columns, 'streams', 'quantity', 'net royalty'),
  needs: ['Apple Identifier', 'ISRC'],
  namedBy: [],
  hasQuotes: false,
  open: () => ({
    kind: 'lines',
    read(cell) {
      const appleId = cell('apple identifier').trim();
      if (!/^\d{1,20}$/.test(appleId)) return bad('the Apple Identifier is not a number', appleId);
      const isrc = readIsrc(cell('isrc'));
      // Albums and videos have none.
      return isrc ? { kind: 'names', named: { appleId, isrc } } : skip('no ISRC');
    },
  }),
};
