import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';

/** How far a server's clock may be from the database's, in milliseconds (M-59). */
const MOST_MILLIS = MINUTE_MILLIS;

/** This machine's clock is wrong: what it decided could end a reservation or a waiting time early. */
export class ClockWrong extends Error {
  override readonly name = 'ClockWrong';
}

/**
 * Compares this machine's clock with the database's. A clock that the local stack has shifted is
 * right: only real time is compared.
 *
 * @param readAt when the database read, by its clock
 * @param askedAt when it was asked, by this machine's
 * @param answeredAt when it had answered, by this machine's
 * @throws ClockWrong when they are more than a minute apart, however long the answer took
 */
export function checkClock(readAt: number, askedAt: number, answeredAt: number = Date.now()): void {
  const aheadMillis = askedAt - readAt;
  const behindMillis = readAt - answeredAt;
  if (Math.max(aheadMillis, behindMillis) <= MOST_MILLIS) return;
  const [by, way] = aheadMillis > 0 ? [aheadMillis, 'ahead of'] : [behindMillis, 'behind'];
  throw new ClockWrong(
    `The server's clock is ${Math.round(by / 1_000)} s ${way} the database's: nothing was written`,
  );
}
