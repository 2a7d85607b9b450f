import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';

/** How far a server's clock may be from the database's, in milliseconds (M-59). */
const MAX_OFFSET_MILLIS = MINUTE_MILLIS;

/** Error of a machine whose clock is wrong: its decisions could end a reservation or a waiting time early. */
export class ClockWrong extends Error {
  override readonly name = 'ClockWrong';
}

/**
 * Compares this machine's clock with the database's. Only real time is compared, so a clock that the local
 * stack has shifted is right.
 *
 * @param readAt when the database read, by its clock
 * @param askedAt when the request began, by this machine's clock
 * @param answeredAt when the answer arrived, by this machine's clock
 * @throws ClockWrong when they are more than a minute apart, however long the answer took
 */
export function checkClock(readAt: number, askedAt: number, answeredAt: number = Date.now()): void {
  const aheadMillis = askedAt - readAt;
  const behindMillis = readAt - answeredAt;
  if (Math.max(aheadMillis, behindMillis) <= MAX_OFFSET_MILLIS) return;
  const [by, way] = aheadMillis > 0 ? [aheadMillis, 'ahead of'] : [behindMillis, 'behind'];
  throw new ClockWrong(
    `The server's clock is ${Math.round(by / 1_000)} s ${way} the database's: nothing was written`,
  );
}
