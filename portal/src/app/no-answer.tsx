import type { Asked } from '../lib/calls/use-asked.ts';

export function NoAnswer({ asked }: { asked: Exclude<Asked<unknown>, { state: 'ready' }> }) {
  return (
    <p className={asked.state === 'failed' ? 'notice' : undefined} role="status">
      {asked.state === 'failed' ? asked.sentence : 'Loading…'}
    </p>
  );
}
