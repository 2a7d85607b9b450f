import { config } from '@datchain/shared/domain/config.ts';
import { REWARD_CASH_OUT } from '@datchain/shared/domain/rewards.ts';
import { contactAddress } from '@datchain/shared/domain/site.ts';
import type { AboutView, Split } from '../views/about/about-view.ts';
import { SectionHead } from './section-head.tsx';

/** All of /about: what DATS are, a worked example, who gets what, and what can go wrong (N-PPL-12). */
export function About({ about }: { about: AboutView }) {
  return (
    <>
      <div className="prose">
        <p>
          A DAT is a song released in up to {config.editionsPerDat} numbered editions. Each edition
          has one owner and a small share of what datchain pays on the song’s streams.
        </p>
        <p>
          DATS are bought with tokens on a music marketplace. The ledger gives public analytics for
          every DAT released: its streams, its editions and who holds them. Anyone can read it
          without an account.
        </p>
      </div>
      <Steps prices={about.prices} />
      <Tokens blocks={about.blocks} />
      <Example about={about} />
      <WhoGetsWhat about={about} />
      <Risks about={about} />
      <CheckIt />
    </>
  );
}

function Steps({ prices }: { prices: string }) {
  const steps = [
    [
      'An artist releases a song',
      `It becomes up to ${config.editionsPerDat} editions, all at one price: ${prices}.`,
    ],
    [
      'You buy one by card',
      'Your card buys tokens and the tokens buy the edition, in one step. You get a certificate with its number.',
    ],
    [
      'It earns, and you can resell it',
      'Each day’s streams add a little. Once all editions are sold you can ask your own price for yours.',
    ],
  ] as const;
  return (
    <section className="section" aria-labelledby="steps">
      <SectionHead id="steps" title="From a song to your edition" />
      <ol className="about-steps">
        {steps.map(([title, text]) => (
          <li key={title}>
            <h3 className="h3">{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Tokens({ blocks }: Pick<AboutView, 'blocks'>) {
  const [first] = blocks;
  return (
    <section className="section about-columns" aria-labelledby="tokens">
      <div className="about-text">
        <h2 className="h2" id="tokens">
          What tokens are
        </h2>
        <p>
          Tokens pay for editions. They are sold in blocks. A block has one price and a fixed number
          of tokens, and the cheapest block sells first. When it is gone, the next one costs a
          little more.
        </p>
        <p>
          A token counts for what it first cost. One bought from an owner may have cost you more
          than it counts for.
        </p>
        <p>
          Tokens are not money. You can spend them here or sell them to other users; we do not buy
          them back.
        </p>
      </div>
      {first && (
        <figure>
          <figcaption className="small muted">
            {`Price of a token, block by block: ${first.price} sells first.`}
          </figcaption>
          <PriceSteps blocks={blocks} />
        </figure>
      )}
    </section>
  );
}

const PriceSteps = ({ blocks }: Pick<AboutView, 'blocks'>) => (
  <svg
    className="about-prices"
    viewBox={`0 0 ${blocks.length * 10} 100`}
    preserveAspectRatio="none"
    role="img"
    aria-label={blocks.map(({ price }) => price).join(', ')}
  >
    {blocks.map(({ id, height }, index) => (
      <rect key={id} x={index * 10 + 0.5} y={100 - height} width={9} height={height} />
    ))}
  </svg>
);

const Example = ({ about: { example, exampleEnd } }: { about: AboutView }) => (
  <section className="section" aria-labelledby="example">
    <SectionHead id="example" title="Lena buys an edition" note="An example with today’s prices" />
    <table className="table">
      <thead>
        <tr>
          <th scope="col">What happens</th>
          <th scope="col" className="least">
            How
          </th>
          <th scope="col" className="right">
            Lena
          </th>
        </tr>
      </thead>
      <tbody>
        {example.map(({ what, how, amount }) => (
          <tr key={what}>
            <th scope="row">
              {what}
              <span className="small muted about-how">{how}</span>
            </th>
            <td className="least">{how}</td>
            <td className="right">{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {exampleEnd.what}
            <span className="small about-how">{exampleEnd.how}</span>
          </th>
          <td className="least">{exampleEnd.how}</td>
          <td className="right">{exampleEnd.amount}</td>
        </tr>
      </tfoot>
    </table>
  </section>
);

function WhoGetsWhat({ about: { splits, fees } }: { about: AboutView }) {
  return (
    <section className="section" aria-labelledby="parts">
      <SectionHead id="parts" title="Who gets what" />
      {splits.map((split) => (
        <SplitBar key={split.name} split={split} />
      ))}
      <h3 className="h3 about-fees-title">Fees</h3>
      <dl className="about-fees">
        {fees.map(({ name, fee }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fee}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SplitBar({ split: { name, parts } }: { split: Split }) {
  const before = (index: number) =>
    parts.slice(0, index).reduce((sum, { percent }) => sum + percent, 0);
  return (
    <div className="about-split">
      <h3 className="h3">{name}</h3>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ name, percent }, index) => (
          <rect key={name} data-part={name} x={before(index)} width={percent - 0.25} height={4} />
        ))}
      </svg>
      <ul className="about-key small">
        {parts.map(({ name, percent }) => (
          <li key={name} data-part={name}>{`${name} ${percent}%`}</li>
        ))}
      </ul>
    </div>
  );
}

function Risks({ about: { streamExample, streamRates } }: { about: AboutView }) {
  const risks = [
    [
      'You may not get your money back',
      'No one has to buy your edition, at any price. Buy it because you like the song.',
    ],
    ['Streams pay little', streamExample],
    [
      'Stream money is an estimate',
      `We count ${streamRates} a stream. When a platform corrects its counts, we correct what was shared, down as well as up.`,
    ],
    [
      'You do not own the song',
      'You own a numbered edition and its share. The rights stay with the artist and the label.',
    ],
    [
      'A work can be taken down',
      'This happens when its rights are disputed. You keep the edition, but no one can trade it until that is settled.',
    ],
    [
      'Reward tokens go up and down',
      `Each is worth the reward pool divided by all of them. They ${REWARD_CASH_OUT}.`,
    ],
  ] as const;
  return (
    <section className="section" aria-labelledby="risks">
      <SectionHead id="risks" title="What can go wrong" />
      <div className="about-columns">
        {risks.map(([title, text]) => (
          <div key={title}>
            <h3 className="h3">{title}</h3>
            <p className="muted">{text}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

const CheckIt = () => (
  <section className="section about-text" aria-labelledby="check">
    <h2 className="h2" id="check">
      Check it yourself
    </h2>
    <p className="measure">
      Every release and sale is a line in a public log. Each line is sealed with the one before it,
      so nothing can be changed later without showing.
    </p>
    <p className="about-links">
      <a href="/verify">Verify the log</a> <a href="/books">Books of each day</a>{' '}
      <a href="/data">Download the data</a> <a href="/help">Help</a> <a href="/terms">Terms</a>{' '}
      <a href={`mailto:${contactAddress}`}>Write to us</a>
    </p>
  </section>
);
