import { screenTitles } from '@datchain/shared/domain/portal-paths.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
import { TopBar } from '@datchain/shared/ui/top-bar.tsx';
import { ScreenOutline } from './screen-outline.tsx';

/**
 * The portal's page before any script runs (N-FST-10): the bar as the ledger's pages draw it, and a
 * place for the title. Drawn at build time; the first screen replaces it.
 */
export const Outline = () => (
  <>
    <TopBar current="" session="from-hint" />
    <main className="page">
      <ScreenOutline title="" />
      <noscript>
        <p>
          Buying and your wallet need JavaScript. The public pages work without it:{' '}
          <a href="/home">Tokens</a>, <a href="/dats">DATS</a>.
        </p>
      </noscript>
    </main>
  </>
);

/** Titles by the start of their addresses, the longest start first. */
export const titles = Object.entries(screenTitles)
  .map(([path, title = '']): [start: string, title: string] => [path.split('/:')[0] ?? path, title])
  .sort(([one], [other]) => other.length - one.length);

const writesTitle = `(function(t){var p=location.pathname+"/",f=t.find(function(e){return p.startsWith(e[0]+"/")}),s=f&&f[1];if(s){document.querySelector("h1").textContent=s;document.title=s+" - ${brandName}"}})(JSON.parse(document.currentScript.dataset.titles))`;

/**
 * Writes the title of the address into the heading before any other script runs. The script is a
 * constant, so that the content security policy can name its hash; the titles are data beside it.
 */
export const TitleScript = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the constant above.
  <script data-titles={JSON.stringify(titles)} dangerouslySetInnerHTML={{ __html: writesTitle }} />
);
