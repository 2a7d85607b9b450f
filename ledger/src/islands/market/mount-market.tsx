import { hydrateRoot } from 'react-dom/client';
import { Market, type MarketProps } from './market.tsx';

/** Takes over the prebuilt markup, with the same props it was drawn from. */
export function mountMarket(container: HTMLElement, buyAtOnce: boolean): void {
  const text = document.getElementById('market-props')?.textContent ?? '{}';
  const props = JSON.parse(text) as MarketProps;
  hydrateRoot(container, <Market {...props} buyAtOnce={buyAtOnce} />);
}
