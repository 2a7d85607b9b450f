import { screenTitles } from '@datchain/shared/domain/portal-paths.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
import { TopBar } from '@datchain/shared/ui/top-bar.tsx';
import { ScreenOutline } from './screen-outline.tsx';

/**
 * The portal's page before any script has come (N-FST-10): the bar, as the ledger's pages draw
 * it, and a place for the title. Drawn when the portal is built; the first screen takes its place.
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

/** Titles by how addresses begin, the longer beginning first. */
export const titles = Object.entries(screenTitles)
  .map(([path, title = '']): [start: string, title: string] => [path.split('/:')[0] ?? path, title])
  .sort(([one], [other]) => other.length - one.length);

const writesTitle = `(function(t){var p=location.pathname+"/",f=t.find(function(e){return p.startsWith(e[0]+"/")}),s=f&&f[1];if(s){document.querySelector("h1").textContent=s;document.title=s+" - ${brandName}"}})(JSON.parse(document.currentScript.dataset.titles))`;

/**
 * Stands behind the page's heading: writes the title of the address there before any other script has come. The
 * script is a constant, so that the content security policy can name it by its hash; the titles are data beside it.
 */
export const TitleScript = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the constant above.
  <script data-titles={JSON.stringify(titles)} dangerouslySetInnerHTML={{ __html: writesTitle }} />
);
