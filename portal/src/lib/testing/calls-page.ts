import { listTokens } from '@datchain/shared/contracts/calls/tokens.ts';
import { call } from '../calls/callables.ts';

const page = {
  ask: () => call(listTokens, { blockId: '50', qty: 30 }),
};

export type CallsPage = typeof page;

declare global {
  interface Window {
    calls: CallsPage;
  }
}

Object.assign(window, { calls: page });
