import { hydrateRoot } from 'react-dom/client';
import { Market, type MarketProps } from './market.tsx';

/** Takes over the prebuilt markup, with the same props it was drawn from. */
export function mountMarket(container: HTMLElement): void {
  const props = document.getElementById('market-props')?.textContent ?? '{}';
  hydrateRoot(container, <Market {...(JSON.parse(props) as MarketProps)} />);
}
