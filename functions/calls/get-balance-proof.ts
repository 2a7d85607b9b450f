import { getBalanceProof as contract } from '@datchain/shared/contracts/books-call.ts';
import { proveBalance } from '../public-books/balance-proof.ts';
import { defineCall } from './define.ts';

/** The caller's line of the public books, with the path from it to the total. */
export const getBalanceProof = defineCall({
  ...contract,
  failure: 'Your balance could not be looked up in the books. Try again.',
  run: proveBalance,
});
