import { getApplication } from '@datchain/shared/contracts/calls/application.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { useAsked } from '../lib/calls/use-asked.ts';
import { NoAnswer } from './no-answer.tsx';
import { SiteLink } from './site-link.tsx';

const failure = 'Your application could not be loaded. Trying again.';

type StepProps = {
  uid: string;
  /** What somebody reads who has not applied. */
  invitation: string;
};

/** How far an application to release is, and the next step (N-PPL-09). */
export default function ApplicationStep({ uid, invitation }: StepProps) {
  const { asked } = useAsked(getApplication, uid, failure);
  if (asked.state !== 'ready') return <NoAnswer asked={asked} />;
  const { state } = asked.answer;
  if (state === 'allowed') {
    return (
      <EmptyState text="Nothing released yet.">
        <SiteLink className={buttonClass()} href="/release">
          Release a work
        </SiteLink>
      </EmptyState>
    );
  }
  const texts = {
    none: invitation,
    waiting: 'We are listening.',
    declined: 'Not yet. Your application says why.',
  };
  return (
    <EmptyState text={texts[state]}>
      <SiteLink className={buttonClass()} href="/desk/apply">
        {state === 'none' ? 'Apply to release' : 'See your application'}
      </SiteLink>
    </EmptyState>
  );
}
