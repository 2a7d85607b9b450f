import type { PayoutSetup } from '@datchain/shared/contracts/calls/payouts.ts';
import { paymentProviderName as provider } from '@datchain/shared/domain/site.ts';

export interface CameBack {
  readonly how: 'done' | 'expired' | undefined;
  /** Whether the form had its own tab: the page before it is still open. */
  readonly inNewTab: boolean;
}

export function cameBack(search: string): CameBack {
  const params = new URLSearchParams(search);
  const setup = params.get('setup');
  return {
    how: setup === 'done' || setup === 'expired' ? setup : undefined,
    inNewTab: params.get('tab') === 'new',
  };
}

const missing = `${provider} still needs details from you before it can pay you.`;

const words: Readonly<Record<PayoutSetup, string>> = {
  begin: `Payouts go to your bank through ${provider}. ${provider} asks for your name, your address and a bank account; datchain never sees them.`,
  details: missing,
  review: `${provider} has your details and is checking them. There is nothing for you to do until it has finished.`,
  rejected: `${provider} has rejected this account and will not pay out to it. What you earned stays yours; ${provider}’s page says whether anything can be done.`,
  ready: `${provider} is ready to pay you.`,
};

/** Describes the state of the setup. `setup` is undefined when it could not be checked. */
export function setupWords(setup: PayoutSetup | undefined, { how }: CameBack): string {
  if (setup === undefined) return `We could not check whether ${provider} can pay you.`;
  return setup === 'begin' && how === 'done' ? missing : words[setup];
}

export const setupAction = (
  setup: PayoutSetup | undefined,
): { readonly text: string; readonly isMain: boolean } => ({
  text: setup === 'begin' ? `Set up payouts with ${provider}` : `Continue at ${provider}`,
  isMain: setup === 'begin' || setup === 'details',
});

export function backWords({ how, inNewTab }: CameBack): string | undefined {
  const close = inNewTab ? ' You can close this tab.' : '';
  if (how === 'expired') {
    return `The link to ${provider} has expired or was already used. Open a new one.`;
  }
  return how === 'done' ? `You are back from ${provider}.${close}` : undefined;
}
