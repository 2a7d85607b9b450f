import { connectToStack, type StackHandle } from '../control.ts';

export function testStack(): StackHandle {
  const facts = process.env.DATCHAIN_STACK;
  if (!facts)
    throw new Error('DATCHAIN_STACK is not set: the local stack is for stack tests only.');
  return connectToStack(JSON.parse(facts));
}
