import type { Asked } from '../lib/calls/use-asked.ts';

/** In place of what a call has not answered: that it is on its way, or why there is nothing. */
export function NoAnswer({ asked }: { asked: Exclude<Asked<unknown>, { state: 'ready' }> }) {
  return (
    <p className={asked.state === 'failed' ? 'notice' : undefined} role="status">
      {asked.state === 'failed' ? asked.sentence : 'Loading…'}
    </p>
  );
}
