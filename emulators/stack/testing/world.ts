import { inject } from 'vitest';
import type { World } from './vitest-setup.ts';

// Before anything of a test file is loaded: its code finds the databases in the environment.
const response = await fetch(`${inject('worlds')}/${process.env.VITEST_POOL_ID}`);
if (!response.ok) throw new Error(await response.text());
const { facts, env } = (await response.json()) as World;
Object.assign(process.env, env, { DATCHAIN_STACK: JSON.stringify(facts) });
