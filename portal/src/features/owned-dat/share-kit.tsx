import { getPayoutQuote } from '@datchain/shared/contracts/calls/payouts.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { embedMarkup } from '@datchain/shared/domain/embed.ts';
import { paymentProviderName as provider } from '@datchain/shared/domain/site.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { Section } from '../../app/section.tsx';
import { Copy, Share } from '../../app/share.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useAsked } from '../../lib/calls/use-asked.ts';

/** Lets an artist share a released work: its address, and a player for other sites (N-SND-10). */
export function ShareKit({ dat: { id, songName, artistName } }: { dat: Dat }) {
  const site = location.origin;
  const html = embedMarkup({ site, id, song: songName, artist: artistName });
  return (
    <Section id="own-share" title="Share this work">
      <Share path={`/viewdat/${encodeURIComponent(id)}`} title={songName} />
      <details>
        <summary>Put a player on your own page</summary>
        <div className="stack">
          <textarea className="input" aria-label="HTML" rows={4} readOnly value={html} />
          <Copy
            variant="secondary"
            small
            text={html}
            done="HTML copied."
            failed="Copy the HTML from the field."
          >
            Copy HTML
          </Copy>
        </div>
      </details>
    </Section>
  );
}

const failure = 'We could not check whether payouts are set up. Trying again.';

export function PayoutStep({ uid }: { uid: string }) {
  const { asked } = useAsked(getPayoutQuote, uid, failure);
  if (asked.state !== 'ready' || asked.answer.payouts_enabled) return null;
  const { setup } = asked.answer;
  if (setup !== 'begin' && setup !== 'details') return null;
  return (
    <div className="notice owned-notice owned-payouts">
      <p>
        {setup === 'begin'
          ? `Set up payouts with ${provider} once, and you can cash out what this work earns.`
          : `${provider} still needs details from you before it can pay you.`}
      </p>
      <SiteLink className={buttonClass({ variant: 'secondary', small: true })} href="/cashout">
        Set up payouts
      </SiteLink>
    </div>
  );
}
