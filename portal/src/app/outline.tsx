import { brandName } from '@datchain/shared/contracts/site.ts';
import { TopBar } from '@datchain/shared/ui/top-bar.tsx';
import { ScreenOutline } from './screen-outline.tsx';
import { titles } from './screen-titles.ts';

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

/**
 * Script inline in the portal's page, behind its heading: writes the title of the address there
 * before any other script has come. It is a constant, so that the content security policy can name it by its
 * hash.
 */
export const titleScript = `(function(t){var p=location.pathname+"/",f=t.find(function(e){return p.startsWith(e[0]+"/")}),s=f&&f[1];if(s){document.querySelector("h1").textContent=s;document.title=s+" - ${brandName}"}})(${JSON.stringify(titles)})`;
