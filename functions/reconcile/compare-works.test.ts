import { docs } from '@datchain/shared/contracts/paths.ts';
import { noWorks } from '@datchain/shared/domain/books/works.ts';
import { expect, test, vi } from 'vitest';
import type { Data } from '../stores/document-store.ts';
import { soundBooks } from '../testing/books/sound-books.ts';
import { compareOnce } from './reconcile.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

type Change = (data: Data) => object;

const linesOf = ({ holdings }: Data): readonly Data[] => holdings as Data[];

/** What is different where one document of sound books was changed, or another put beside it. */
async function differencesAfter(path: string, change: Change): Promise<string[]> {
  const { ground, services } = await soundBooks();
  const data = (await ground.all()).get(path) ?? {};
  await ground.setDocuments([{ path, data: { ...data, ...change(data) } }]);
  return (await compareOnce(services)).differences;
}

const sums = (all: object): string =>
  Object.entries({ ...noWorks, works: 1, ...all })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sum]) => `${name} ${sum}`)
    .join(', ');
/** Di holds one edition of one work. */
const are = `works of di: the sums are ${sums({ held: 1, editions: 1 })}, should be`;
const screen = 'screen users/di/wallet/main';

test.each<[what: string, path: string, change: Change, named: string[]]>([
  [
    'an edition that its owner does not hold',
    docs.workHoldings('di', 'old'),
    (work) => ({ holdings: linesOf(work).map((line) => ({ ...line, sold: true })) }),
    ['edition old #1: di owns but does not hold', `${are} ${sums({})}`, screen],
  ],
  [
    'an edition that is held twice',
    docs.workHoldings('di', 'old'),
    (work) => ({ holdings: [...linesOf(work), ...linesOf(work)] }),
    ['an edition is held twice', `${are} ${sums({ held: 1, editions: 2 })}`, screen],
  ],
  [
    'who released a work',
    docs.workHoldings('di', 'old'),
    () => ({ isCreator: true }),
    [
      `${are} ${sums({ held: 1, editions: 1, released: 1 })}`,
      'work old of di: says wrongly who released it',
    ],
  ],
  [
    'a work that no page names',
    docs.worksPage('di', 0),
    () => ({ datIds: [] }),
    ['work old of di on page 0 is not named', screen],
  ],
  [
    'a work that a page names twice',
    docs.worksPage('di', 0),
    () => ({ datIds: ['old', 'old'] }),
    ['a work is named twice', screen],
  ],
  [
    'a page that names a work that is not there',
    docs.worksPage('di', 0),
    () => ({ datIds: ['old', 'none'] }),
    ['work none of di on page 0 is not there'],
  ],
  [
    'a page with too many works',
    docs.worksPage('eve', 1),
    () => ({ uid: 'eve', page: 1, datIds: Array.from({ length: 101 }, () => 'old') }),
    [
      'work old of eve on page 1 is not there',
      'a work is named twice',
      'page 1 of eve has 101 works',
      'screen users/eve/works/p1',
    ],
  ],
])('named when it is changed beside the journal: %s', async (_what, path, change, named) => {
  const differences = await differencesAfter(path, change);
  const known = (one: string) =>
    named.find((start) => one === start || one.startsWith(`${start}:`));
  expect([...new Set(differences.map((one) => known(one) ?? one))]).toEqual(named);
});
