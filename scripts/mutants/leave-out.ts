import { beforeEach } from 'vitest';

/** Tests that judge no mutants. */
const leftOut = new Set([
  // Slow or concurrent tests: they prove how simultaneous calls interact.
  '[M-01] the same event 50 times at once settles once, and is answered 200 each time',
  '[M-02] 40 orders, each told by two events, its page and the sweep at once, settle once each',
  '[M-03] expiry and payment in any order, 12 times: settled or refunded, never both',
  '[M-13] no answer before it was opened',
  '[M-13] no answer after it was opened',
  '[M-15] 40 buyers ask for the last token, 3 times over: one of them gets it each time',
  '[M-22] [N-MON-07] stays within it when several tabs and servers are asked at once',
  '[M-25] [N-MON-13] 10,000 times listed, split, bought, given back, cancelled: first in, first out, and no face is lost',
]);

beforeEach(({ task, skip }) => skip(leftOut.has(task.name)));
