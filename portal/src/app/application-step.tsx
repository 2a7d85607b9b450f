import { getApplication } from '@datchain/shared/contracts/calls/application.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { useAsked } from '../lib/calls/use-asked.ts';
import { NoAnswer } from './no-answer.tsx';
import { SiteLink } from './site-link.tsx';

const failure = 'Your application could not be loaded. Trying again.';

type StepProps = {
  uid: string;
  invitation: string;
  /**
   * On the release form, a state of `allowed` means that this page is out of date: it offers a
   * reload.
   */
  isOnForm?: boolean;
};

/** Shows the state of an application to release, and the next step (N-PPL-09). */
export default function ApplicationStep({ uid, invitation, isOnForm }: StepProps) {
  const { asked } = useAsked(getApplication, uid, failure);
  if (asked.state !== 'ready') return <NoAnswer asked={asked} />;
  const { state } = asked.answer;
  if (state === 'allowed' && isOnForm) {
    return (
      <EmptyState text="This account is on the release list now.">
        <Button onClick={() => location.reload()}>Load the form</Button>
      </EmptyState>
    );
  }
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
