import { fileURLToPath } from 'node:url';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';

/*
 * Prints the portal's page as it is before any script runs (N-FST-10), with the script behind its
 * heading. This is a process of its own: a test that builds the portal has another build of React
 * than the page.
 */
type OutlineModule = { Outline: ComponentType; TitleScript: ComponentType };

const path = fileURLToPath(new URL('src/app/outline.tsx', import.meta.url));
const { module } = await runnerImport<OutlineModule>(path, { configFile: false });
const [outline = '', titleScript = ''] = [module.Outline, module.TitleScript].map((part) =>
  renderToStaticMarkup(createElement(part)),
);
process.stdout.write(outline.replace('</h1>', () => `</h1>${titleScript}`));
