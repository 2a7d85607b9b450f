import type {
  DecideInput,
  OperatorDesk,
  StockChangeInput,
} from '@datchain/shared/contracts/calls/operators.ts';
import { formatCents, formatTokens, isOrAre } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Question } from './question.ts';

type Application = OperatorDesk['applications'][number];
type Order = OperatorDesk['orders'][number];
type Report = OperatorDesk['reports'][number];
type Stuck = OperatorDesk['stuck'][number];
type Down = OperatorDesk['down'][number];

const amongUs = 'Reason, for the history of this desk';

const deciding = (
  what: DecideInput['what'],
  id: string,
  seenAt?: Millis,
): Pick<Question, 'name' | 'asked'> => ({
  name: `${what} ${id}`,
  asked: { kind: 'decide', input: { what, id, ...(seenAt !== undefined && { seenAt }) } },
});

export const changingStock = (input: Omit<StockChangeInput, 'reason'>): Question => {
  const { what, priceCents, qty, key } = input;
  const isIssue = what === 'issue-tokens';
  const tokens = `${formatTokens(qty)} at ${formatCents(priceCents)}`;
  return {
    name: key,
    asked: { kind: 'stock', input },
    title: isIssue ? `Put ${tokens} on sale` : `Withdraw ${tokens}`,
    effect: isIssue
      ? 'Anybody can buy them from now on. The public log gets a line.'
      : 'They can no longer be bought. Sold tokens and tokens held by orders are not affected. The public log gets a line.',
    facts: [
      {
        label: isIssue ? 'Value if all are sold' : 'Their total price',
        value: formatCents(priceCents * qty),
      },
    ],
    reasonLabel: amongUs,
    verb: isIssue ? 'Put on sale' : 'Withdraw',
    done: isIssue
      ? `${tokens} ${isOrAre(qty)} on sale.`
      : `${tokens} ${qty === 1 ? 'was' : 'were'} withdrawn.`,
  };
};

export const allowing = ({ artistName, username, at }: Application): Question => ({
  ...deciding('allow-application', username, at),
  title: `Accept ${artistName}`,
  effect: `@${username} can release their own works from now on, and is told by notification and e-mail.`,
  reasonLabel: 'Message to the applicant (optional)',
  verb: 'Accept',
  done: `${artistName} can release now.`,
});

export const declining = ({ artistName, username, at }: Application): Question => ({
  ...deciding('decline-application', username, at),
  title: `Decline ${artistName}`,
  effect: `@${username} is told by notification and e-mail, and can apply again.`,
  reasonLabel: 'Reason, sent to the applicant',
  verb: 'Decline',
  isGrave: true,
  done: `${artistName} was declined.`,
});

export const retrying = ({ datId, song, problem, attempts }: Stuck): Question => ({
  ...deciding('retry-release', datId),
  title: `Try ${song} again`,
  effect: 'The release goes on where it stopped. Nothing is done twice.',
  facts: [
    { label: 'Tried', value: `${attempts} times` },
    { label: 'Where it stopped', value: problem },
  ],
  reasonLabel: amongUs,
  verb: 'Try again',
  done: `${song} is released.`,
});

export const closing = ({ orderId, totalCents, reason, username }: Order): Question => ({
  ...deciding('close-order', orderId),
  title: 'Close the order',
  effect:
    'We ask Stripe first. The payment goes back to the card, and the tokens go back to where they came from. This cannot be undone.',
  facts: [
    { label: 'Order', value: orderId },
    { label: 'Buyer', value: `@${username}` },
    { label: 'Amount', value: formatCents(totalCents) },
    { label: 'What does not match', value: reason },
  ],
  reasonLabel: amongUs,
  verb: 'Close it',
  isGrave: true,
  done: 'The order is closed.',
});

export const dismissing = ({ id, song, from }: Report): Question => ({
  ...deciding('dismiss-report', id),
  title: `Close the report of ${song}`,
  effect: `The work stays as it is. ${from} is told so at once, with your answer.`,
  reasonLabel: 'Answer, sent to whoever reported it',
  verb: 'Close it',
  done: 'The report is closed.',
});

export const takingDown = ({ datId, song, held, offers }: Report): Question => ({
  ...deciding('take-down', datId),
  title: `Take down ${song}`,
  effect:
    'Nobody can buy, sell or play it from now on. Owners keep their editions, its page stays with the reason, and the public log gets a line. The artist and whoever reported it are told at once.',
  facts: [
    { label: 'Editions with owners', value: String(held) },
    { label: 'Owners’ offers that end', value: String(offers) },
    { label: 'Can be undone', value: 'Yes, by a restoration' },
  ],
  reasonLabel: 'Reason, shown in public',
  verb: 'Take down',
  isGrave: true,
  done: `${song} is taken down.`,
});

export const restoring = ({ datId, song, reason }: Down): Question => ({
  ...deciding('restore', datId),
  title: `Restore ${song}`,
  effect:
    'It can be bought, sold and played again. Its history keeps the takedown and this. The artist and whoever reported it are told at once.',
  facts: [{ label: 'Taken down because', value: reason }],
  reasonLabel: 'Reason, shown in public',
  verb: 'Restore',
  done: `${song} is public again.`,
});

export const listing = (username: string): Question => ({
  ...deciding('allow-release', username),
  title: `Let @${username} release`,
  effect:
    'They can release works for any artist, and look artists up. Applicants release their own works alone.',
  reasonLabel: amongUs,
  verb: 'Add',
  done: `@${username} may release.`,
});

export const unlisting = (username: string): Question => ({
  ...deciding('end-release', username),
  title: `Remove @${username}`,
  effect: 'They can no longer release. Released works stay public.',
  reasonLabel: amongUs,
  verb: 'Remove',
  isGrave: true,
  done: `@${username} may not release any more.`,
});
