import { listTokens } from '@datchain/shared/contracts/calls.ts';
import { CallError } from '@datchain/shared/domain/call-wire.ts';
import { callFunction } from '../calls/call.ts';
import { call } from '../calls/callables.ts';
import { signIn } from '../session/session.ts';

/** What became of a call: its answer, or the code and message that a screen gets. */
export type Outcome =
  | { readonly answer: unknown }
  | { readonly code: string; readonly message: string };

const request = { blockId: '50', qty: 30 };

const outcomeOf = (asking: Promise<unknown>): Promise<Outcome> =>
  asking.then(
    (answer) => ({ answer }),
    (error: unknown) => {
      if (error instanceof CallError) return { code: error.code, message: error.message };
      throw error;
    },
  );

const page = {
  signIn,
  /** Calls as every screen does. */
  ask: () => outcomeOf(call(listTokens, request)),
  /** Calls with tokens that the site itself has no source of. */
  askWith: (messaging: string, appCheck: string) =>
    outcomeOf(
      callFunction(
        {
          urlOf: (name) => `/with-tokens/${name}`,
          idToken: async () => undefined,
          messagingToken: async () => messaging,
          appCheckToken: async () => appCheck,
        },
        listTokens,
        request,
      ),
    ),
  /** The last call that was begun; when it is over, what became of it and how long that took. */
  begun: undefined as { over?: Outcome; millis?: number } | undefined,
  begin: () => {
    const from = performance.now();
    const begun: NonNullable<CallsPage['begun']> = {};
    page.begun = begun;
    void page.ask().then((outcome) => {
      begun.over = outcome;
      // The browser rounds each of the two moments.
      begun.millis = Math.round(performance.now() - from);
    });
  },
};

export type CallsPage = typeof page;

declare global {
  interface Window {
    calls: CallsPage;
  }
}

Object.assign(window, { calls: page });
