import type { OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import { formatDateTime } from '@datchain/shared/domain/format.ts';
import { ageText, isOldSite } from '@datchain/shared/domain/site-age.ts';
import { Section } from '../../app/section.tsx';

type Site = NonNullable<OperatorDesk['site']>;

const isOld = ({ ageMillis }: Site): boolean => ageMillis === null || isOldSite(ageMillis);

export const isSiteWrong = (site: OperatorDesk['site']): boolean =>
  site !== null && (site.problem !== null || site.leftOutCount > 0 || isOld(site));

/** Tells operators whether visitors see everything, and what is missing (N-INP-02). */
export function PublicSite({ site }: Pick<OperatorDesk, 'site'>) {
  return (
    <Section
      id="desk-site"
      title="The public site"
      aside={site && <p className="small muted">Last built on {formatDateTime(site.at)}</p>}
    >
      {site ? <State site={site} /> : <p className="muted">The pages have not been built yet.</p>}
    </Section>
  );
}

function State({ site }: { site: Site }) {
  const { problem, currentAt, leftOut, leftOutCount, ageMillis } = site;
  const age = ageMillis === null ? '' : ` They are ${ageText(ageMillis)} old.`;
  if (!isSiteWrong(site)) return <p>Visitors see everything.{age}</p>;
  return (
    <div className="stack">
      {problem !== null && (
        <>
          <p className="desk-problem">
            The last rebuild published nothing. Visitors see the pages
            {currentAt === null ? ' from before' : ` as of ${formatDateTime(currentAt)}`}.{age}
          </p>
          <p className="break desk-lines">{problem}</p>
        </>
      )}
      {problem === null && isOld(site) && (
        <p className="desk-problem">
          No rebuild has finished for a while: check the machine that builds the pages.{age}
        </p>
      )}
      {leftOutCount > 0 && (
        <>
          <p className="desk-problem">
            {leftOutCount === 1 ? '1 thing is' : `${leftOutCount} things are`} not published; all
            others are:
          </p>
          <ul>
            {leftOut.map((one) => (
              <li key={one.what} className="break">
                {one.what}: {one.problem}
              </li>
            ))}
          </ul>
          {leftOut.length < leftOutCount && (
            <p className="small muted">
              Shown: {leftOut.length} of {leftOutCount}.
            </p>
          )}
        </>
      )}
    </div>
  );
}
