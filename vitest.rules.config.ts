import { defineConfig } from 'vitest/config';

// The tests that judge changed rules. Each starts its own services, without a stack.
export default defineConfig({
  test: {
    include: ['rules/*.emulator.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    bail: 1,
  },
});
