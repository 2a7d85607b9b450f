import { BlockSheet } from '@datchain/shared/ui/block-sheet.tsx';
import { Button } from '@datchain/shared/ui/button.tsx';
import { DatCard, type DatCardData, DatCardSkeleton } from '@datchain/shared/ui/dat-card.tsx';
import { EditionKey, EditionRail } from '@datchain/shared/ui/edition-rail.tsx';
import { Footer } from '@datchain/shared/ui/footer.tsx';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { Status, type StatusKind } from '@datchain/shared/ui/status.tsx';
import { TopBar } from '@datchain/shared/ui/top-bar.tsx';

const marks = { 1: 'primary', 2: 'resale', 0: 'held' } as const;
/** Makes a rail's marks: 1 from the creator, 2 from an owner, 0 held. */
const aRail = (pattern: string) => [...pattern].map((mark) => marks[mark as '0' | '1' | '2']);

export function aDatCard(over: Partial<DatCardData> = {}): DatCardData {
  return {
    href: '/viewdat/night-bus',
    art: { src: '/sleeve.svg' },
    song: 'Night Bus to Lagos',
    artist: 'Ada Okonjo',
    username: 'adaokonjo',
    marks: aRail('00000010001001011011'),
    lowestPrice: '$100.00',
    totalStreams: '–',
    tier: 'Platinum',
    availableForOwnership: '35%',
    ...over,
  };
}

const cards = [
  aDatCard(),
  aDatCard({
    href: '/viewdat/salt',
    song: 'Salt on the Wires',
    artist: 'Marlow & the Tides',
    username: 'marlowtides',
    marks: aRail('00011101111111111111'),
    lowestPrice: '$25.00',
  }),
  aDatCard({
    href: '/viewdat/year',
    song: 'The Year We Learned to Swim Without Our Hands and Other Stories from the Quay',
    artist: 'Saint-Ouen Municipal Wind Orchestra and Friends',
    username: 'saintouenmunicipalwindorchestra',
    marks: aRail('02000000000002000000'),
    lowestPrice: '$18.00',
  }),
  aDatCard({
    href: '/viewdat/halogen',
    song: 'Halogen',
    marks: aRail('0'.repeat(20)),
    lowestPrice: undefined,
  }),
  aDatCard({
    href: '/viewdat/long',
    song: 'Donaudampfschifffahrtsgesellschaftskapitän',
    art: undefined,
  }),
];

const blocks = [
  { id: '36', price: '$0.36', available: '41,200', sellsFirst: true },
  { id: '37', price: '$0.37', available: '25,000' },
  { id: '38', price: '$0.38', available: '25,000' },
  { id: '45', price: '$0.45', available: '30,000' },
  { id: '48', price: '$1,200.48', available: '1,235,000' },
  { id: '100', price: '$1.00', available: '40,000' },
];

const statuses: StatusKind[] = ['sold', 'forSale', 'notListed', 'onItsWay', 'returned'];

export function Specimen({ current = '/home' }: { current?: string }) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <TopBar current={current} session="from-hint" />
      <main className="page" id="main">
        <div className="page-head">
          <div>
            <h1 className="display">Tokens</h1>
            <p>A DAT is a song in up to 20 numbered editions.</p>
          </div>
          <Button wide>BUY TOKENS</Button>
        </div>
        <MetricRow
          live
          metrics={[
            { label: 'Utility tokens remaining', value: '391,200' },
            { label: 'Reward tokens remaining', value: '61,402' },
            { label: 'Reward token value', value: '$0.417' },
          ]}
        />
        <section className="section">
          <div className="section-head">
            <h2 className="h2">Price blocks</h2>
            <p className="micro">Live, 10:42:07 UTC</p>
          </div>
          <BlockSheet blocks={blocks} />
        </section>
        <section className="section">
          <div className="section-head">
            <h2 className="h2">New DATS</h2>
            <a className="small" href="/dats">
              All DATS
            </a>
          </div>
          <div className="dat-grid">
            {cards.map((dat, index) => (
              <DatCard key={dat.href} dat={dat} featured={index === 0} />
            ))}
            <DatCardSkeleton />
          </div>
        </section>
        <EditionRail size="page" marks={aRail('00021100001000200000')} />
        <EditionKey marks={aRail('00021100001000200000')} />
        <div className="actions">
          {statuses.map((kind) => (
            <Status key={kind} kind={kind} />
          ))}
        </div>
      </main>
      <Footer stamp="Data as of 20 Nov 2026, 10:42 UTC." />
    </>
  );
}
