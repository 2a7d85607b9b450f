import { inject } from 'vitest';
import { connectToStack, type StackFacts, type StackHandle } from '../control.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: StackFacts;
  }
}

/** The stack of this test run: its addresses and its knobs. */
export const testStack = (): StackHandle => connectToStack(inject('stack'));
