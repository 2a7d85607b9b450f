import { listOperators, setOperator } from '@datchain/functions/operators/operators.ts';
import { keepAccountList } from './lib/account-list.ts';

await keepAccountList({
  name: 'operators',
  purpose: 'Manages the accounts that run the operators’ desk, /operator.',
  nobody: 'There are no operators.',
  uids: listOperators,
  set: setOperator,
});
