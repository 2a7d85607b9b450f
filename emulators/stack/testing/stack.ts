import { inject } from 'vitest';
import { connectToStack, type StackHandle } from '../control.ts';

/** The stack of this test run: its addresses and its knobs. */
export const testStack = (): StackHandle => connectToStack(inject('stack'));
