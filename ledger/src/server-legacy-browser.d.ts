/** The half of `react-dom/server` that renders to a string, see astro.config.ts. */
declare module 'react-dom/server-legacy-browser' {
  export { renderToStaticMarkup } from 'react-dom/server';
}
