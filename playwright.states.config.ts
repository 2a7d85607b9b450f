import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/**
 * Every screen in every state: cut off, slow, refused, come back to. They open hundreds of pages,
 * and Firestore's emulator keeps what it could not deliver to those that were closed: on a stack of
 * their own it has room for it.
 */
export default defineConfig({
  ...journeys,
  testDir: 'e2e/states',
  projects: (journeys.projects ?? [])
    .filter(({ name }) => name !== 'alone')
    .map((project) => ({ ...project, testIgnore: [] })),
});
