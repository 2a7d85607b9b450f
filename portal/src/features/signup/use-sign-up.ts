import {
  checkSignUp,
  type SignUpForm,
  type SignUpProblem,
} from '@datchain/shared/domain/sign-up.ts';
import { keepsSiteData } from '@datchain/shared/ui/site-data.ts';
import { useRef, useState } from 'react';
import { afterLogin } from '../../app/login-paths.ts';
import { blockedText } from '../../app/reach-notice.tsx';
import { describeError, findErrorFields, providerMessage } from '../../lib/calls/error-words.ts';
import { signIn } from '../../lib/session/session.ts';

export type SignUpState =
  | { readonly step: 'editing'; readonly problem?: SignUpProblem }
  | { readonly step: 'busy' };

const failed = 'No account was made. Try again.';

function describeProblem(error: unknown): SignUpProblem {
  const isTaken = error instanceof Error && error.name === 'UsernameTaken';
  const fields = isTaken ? (['username'] as const) : findErrorFields(error);
  return { message: describeError(error, failed), fields };
}

/**
 * Signs up a fan (R-REL-15, R-REL-16). Problems show as alerts, with the provider's message where
 * it refused, and in our words at the fields.
 */
export function useSignUp() {
  const [state, setState] = useState<SignUpState>({ step: 'editing' });
  const isBusy = useRef(false);

  const fail = (problem: SignUpProblem, said = problem.message) => {
    setState({ step: 'editing', problem });
    // The alert comes after the next render, when the button no longer shows progress.
    setTimeout(() => alert(said));
  };

  const submit = async (form: SignUpForm) => {
    if (isBusy.current) return;
    const problem = checkSignUp(form);
    if (problem) return fail(problem);
    // An account that nobody can log in to would only block its owner later.
    if (!keepsSiteData()) return fail({ message: blockedText, fields: [] });
    isBusy.current = true;
    setState({ step: 'busy' });
    try {
      const { createAccount } = await import('../../lib/sign-up/create-account.ts');
      await createAccount({
        ...form,
        name: form.username,
        accountType: 'Fan',
        artistName: '',
        city: '',
        country: '',
        state: '',
      });
      await signIn(form.email, form.password);
      const next = afterLogin(location.search);
      const { askForConfirmation } = await import('../../lib/sign-up/ask-for-confirmation.ts');
      await askForConfirmation(next);
      location.assign(next);
    } catch (error) {
      console.warn('The account was not made.', error);
      isBusy.current = false;
      fail(describeProblem(error), providerMessage(error, failed));
    }
  };
  return { state, submit };
}
