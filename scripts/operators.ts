import { listOperators, setOperator } from '@datchain/functions/operators/operators.ts';
import { keepAccountList } from './lib/account-list.ts';

await keepAccountList({
  name: 'operators',
  purpose: 'Who runs the operators’ desk, /operator.',
  nobody: 'There are no operators.',
  uids: listOperators,
  set: setOperator,
});
