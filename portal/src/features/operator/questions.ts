import type { OperatorDesk } from '@datchain/shared/contracts/operator-calls.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import type { Question } from './question.ts';

type Application = OperatorDesk['applications'][number];
type Order = OperatorDesk['orders'][number];
type Report = OperatorDesk['reports'][number];
type Stuck = OperatorDesk['stuck'][number];
type Down = OperatorDesk['down'][number];

const amongUs = 'Reason, for the history of this desk';

export const allowing = ({ artistName, username, at }: Application): Question => ({
  what: 'allow-application',
  id: username,
  seenAt: at,
  title: `Accept ${artistName}`,
  effect: `@${username} can release their own works from now on, and is told at the bell and by e-mail.`,
  reasonLabel: 'Message to the applicant (optional)',
  verb: 'Accept',
  done: `${artistName} can release now.`,
});

export const declining = ({ artistName, username, at }: Application): Question => ({
  what: 'decline-application',
  id: username,
  seenAt: at,
  title: `Decline ${artistName}`,
  effect: `@${username} is told at the bell and by e-mail, and can apply again.`,
  reasonLabel: 'Reason, sent to the applicant',
  verb: 'Decline',
  isGrave: true,
  done: `${artistName} was declined.`,
});

export const retrying = ({ datId, song, problem, attempts }: Stuck): Question => ({
  what: 'retry-release',
  id: datId,
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
  what: 'close-order',
  id: orderId,
  title: 'Close the order',
  effect:
    'We ask Stripe first. What was paid goes back to the card, the tokens to where they came from. It cannot be undone.',
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
  what: 'dismiss-report',
  id,
  title: `Close the report of ${song}`,
  effect: `The work stays as it is. ${from} is told so at once, with your answer.`,
  reasonLabel: 'Answer, sent to whoever reported it',
  verb: 'Close it',
  done: 'The report is closed.',
});

export const takingDown = ({ datId, song, held, offers }: Report): Question => ({
  what: 'take-down',
  id: datId,
  title: `Take down ${song}`,
  effect:
    'Nobody can buy, sell or play it from now on. Owners keep their editions, its page stays with the reason, and the public log gets a line. The artist and whoever reported it are told at once.',
  facts: [
    { label: 'Editions with owners', value: String(held) },
    { label: 'Offers of owners that stop', value: String(offers) },
    { label: 'Can be undone', value: 'Yes, by a restoration' },
  ],
  reasonLabel: 'Reason, shown in public',
  verb: 'Take down',
  isGrave: true,
  done: `${song} is taken down.`,
});

export const restoring = ({ datId, song, reason }: Down): Question => ({
  what: 'restore',
  id: datId,
  title: `Restore ${song}`,
  effect:
    'It can be bought, sold and played again. Its history keeps the takedown and this. The artist and whoever reported it are told at once.',
  facts: [{ label: 'Taken down because', value: reason }],
  reasonLabel: 'Reason, shown in public',
  verb: 'Restore',
  done: `${song} is public again.`,
});

export const listing = (username: string): Question => ({
  what: 'allow-release',
  id: username,
  title: `Let @${username} release`,
  effect:
    'They can release works for any artist, and look artists up. Applicants release their own works alone.',
  reasonLabel: amongUs,
  verb: 'Add',
  done: `@${username} may release.`,
});

export const unlisting = (username: string): Question => ({
  what: 'end-release',
  id: username,
  title: `Remove @${username}`,
  effect: 'They cannot release any more, from now on. Works that are out stay.',
  reasonLabel: amongUs,
  verb: 'Remove',
  isGrave: true,
  done: `@${username} may not release any more.`,
});
