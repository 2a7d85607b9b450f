import { formatExactly } from '@datchain/shared/domain/exact-amount.ts';
import {
  formatCents,
  formatCount,
  formatDate,
  formatDay,
  formatTime,
  formatTokens,
} from '@datchain/shared/domain/format.ts';
import {
  type CoinAsset,
  type CoinSums,
  coinAssets,
} from '@datchain/shared/domain/public-books/coins.ts';
import { failureText } from '@datchain/tlog/faults.ts';
import type { CheckedDay } from './check-balance.ts';
import type { DayFault, LoggedDay } from './logged-day.ts';
import type { OwnCoins } from './own-coins.ts';
import { countFiles } from './whole-list.ts';

const amountIn: Readonly<Record<CoinAsset, (amount: number) => string>> = {
  USD: formatExactly,
  TOKEN: (amount) => formatTokens(amount, 'utility'),
  REWARD: (amount) => formatTokens(amount, 'reward'),
};

/** Formats e.g. '$0.07' or '500 utility tokens'. */
export const coinText = (asset: CoinAsset, amount: number): string => amountIn[asset](amount);

function difference(listed: CoinSums, logged: CoinSums): string {
  const asset = coinAssets.find((each) => listed[each] !== logged[each]) ?? 'USD';
  const [is, should] = [listed, logged].map((sums) => coinText(asset, Number(sums[asset])));
  return `adds up to ${is}, and the public log says ${should}`;
}

const tellUs = 'This is our mistake: write to us.';
const proves = 'With the log, the list proves it to anyone.';

export function faultText(fault: DayFault): string {
  switch (fault.fault) {
    case 'none':
      return 'There is no list of coins yet. The first appears when a day of the books has been closed: check again tomorrow.';
    case 'log':
      return `The public log is not signed as it should be: ${failureText(fault.failure)} Do not rely on it. Check it on the Verify page, and write to us.`;
    case 'line':
      return `Line ${formatCount(fault.line)} of the public log should say what was owed at the end of ${formatDay(fault.day)}, and does not, or is not part of the log. Check again in a few minutes. If it stays, save the log on the Verify page and write to us.`;
    case 'missing':
      return `The file ${fault.file} of the list of ${formatDay(fault.day)} is missing, although the public log has the root of the list. Check again in a few minutes. If it stays missing, write to us.`;
    case 'file':
      return `The file ${fault.file} is not part of the list of ${formatDay(fault.day)} whose root is in the public log: it was changed. This is our mistake: save the file and write to us.`;
    case 'form':
      return `Line ${formatCount(fault.at)} of the list of ${formatDay(fault.day)} is malformed or out of order, so the list cannot be added up. ${tellUs}`;
    case 'other':
      return `The list of ${formatDay(fault.day)} is not the one whose root is in the public log: it was changed. ${tellUs} ${proves}`;
    case 'sum':
      return `The list of ${formatDay(fault.day)} ${difference(fault.listed, fault.logged)}. ${tellUs} ${proves}`;
  }
}

export const isWaiting = ({ fault }: DayFault): boolean => fault === 'none';

const coinWord = (count: number): string => (count === 1 ? 'coin' : 'coins');

export function formatVerdict(
  { all, missing }: Pick<OwnCoins, 'all' | 'missing'>,
  { isSigned }: Pick<LoggedDay, 'isSigned'>,
): { title: string; text: string } {
  if (all === 0) {
    return {
      title: 'You had no tokens or earnings when the books were closed.',
      text: 'Check again tomorrow. If you think this is wrong, write to us.',
    };
  }
  const ofAll = `${formatCount(all)} ${coinWord(all)}`;
  if (missing === 0) {
    const found = all === 1 ? 'Your one coin is' : `All ${formatCount(all)} of your coins are`;
    return {
      title: 'Your balance is in the list.',
      text: `${found} in the list of everyone’s balances whose root is ${isSigned ? 'signed in' : 'in'} the public log.`,
    };
  }
  return {
    title: `${formatCount(missing)} of your ${ofAll} ${missing === 1 ? 'is' : 'are'} not in the list.`,
    text: 'If you had another e-mail address when the day was closed, type it below. If this was the one, your balance is not counted in full. Save the files named below and write to us: this is our mistake.',
  };
}

/** About the bytes of a coin's line, and of a file's head. */
const LINE_BYTES = 75;
const HEAD_BYTES = 1_300;

/** Says what the check has not read, and how much that is. */
export function listSizeText(day: Pick<LoggedDay, 'digits' | 'logged'>): string {
  const files = countFiles(day);
  const megabytes = Math.ceil((day.logged.coins * LINE_BYTES + files * HEAD_BYTES) / 1e6);
  const size = `${files === 1 ? 'one file' : `${formatCount(files)} files`}, about ${formatCount(megabytes)} MB`;
  return `So far only your own coins were checked. This browser can also load the whole list (${size}) and add it up.`;
}

export const addedText = ({ logged }: Pick<LoggedDay, 'logged'>): string =>
  `The whole list adds up: its ${formatCount(logged.coins)} ${coinWord(logged.coins)} come to exactly what the public log says.`;

/** Describes Stripe's report at the close, without claiming more than it says. */
export function assetsText({ assets }: Pick<LoggedDay, 'assets'>): string {
  if (!assets) return 'Stripe did not tell us what it holds for us when this day was closed.';
  const { at, availableCents, pendingCents } = assets;
  return `At ${formatTime(at)} on ${formatDate(at)} Stripe told us we hold ${formatCents(availableCents)}, and ${formatCents(pendingCents)} is on its way. This is what we say; Stripe does not confirm it here.`;
}

export const owedTexts = ({ own }: Pick<CheckedDay, 'own'>): [label: string, amount: string][] =>
  own
    ? [
        ['Your earnings', formatExactly(own.owedMicros)],
        ['Your utility tokens', formatCount(own.tokens)],
        ['Your reward tokens', formatCount(own.rewardTokens)],
      ]
    : [];
