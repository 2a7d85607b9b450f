export type LaterName = 'release';

/** A screen for those on the release list. */
export interface LaterWords {
  readonly title: string;
  readonly login: string;
  /** What will be here. */
  readonly next: string;
  readonly way: { readonly label: string; readonly href: string };
}

const toTokens = { label: 'Go to tokens', href: '/home' };

/** What each screen says until it opens. */
export const laterWords: Readonly<Record<LaterName, LaterWords>> = {
  release: {
    title: 'Release',
    login: 'Log in with an account on the release list.',
    next: 'Releasing a DAT, from files or from an existing release, opens here next. This account is on the release list.',
    way: toTokens,
  },
};
