import { WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import type { EditionEarned } from '../views/dat/edition-earned.ts';
import { SectionHead } from './section-head.tsx';

/** An edition's earnings so far and per 1,000 streams, without a promise (N-EXP-04). */
export function EditionEarnings({ earned }: { earned: EditionEarned | undefined }) {
  if (!earned) return null;
  const { share, sharedPart, soFar, madeOf, waiting, unpaid, rates } = earned;
  return (
    <section className="section" aria-labelledby="earned-title">
      <SectionHead id="earned-title" title="What one edition has earned so far" />
      <table className="table" aria-labelledby="earned-title">
        <thead>
          <tr>
            <th scope="col">Streams</th>
            <th scope="col" className="right least">
              A stream earns
            </th>
            <th scope="col" className="right">
              Work earned
            </th>
            <th scope="col" className="right least">
              {sharedPart} paid on it
            </th>
            <th scope="col" className="right">{`One edition, ${share} of the ${sharedPart}`}</th>
          </tr>
        </thead>
        <tbody>
          {rates.map(({ name, aStream, brought, shared, oneEdition }) => (
            <tr key={name}>
              <th scope="row">{`Each 1,000 on ${name}`}</th>
              <td className="right least">{aStream}</td>
              <td className="right">{brought}</td>
              <td className="right least">{shared}</td>
              <td className="right">{oneEdition}</td>
            </tr>
          ))}
          {soFar &&
            madeOf.map(({ name, brought }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="right least" />
                <td className="right">{brought}</td>
                <td className="right least" />
                <td />
              </tr>
            ))}
        </tbody>
        {soFar && (
          <tfoot>
            <tr>
              <th scope="row">So far, in all</th>
              <td className="right least" />
              <td className="right">{soFar.brought}</td>
              <td className="right least">{soFar.shared}</td>
              <td className="right">{soFar.oneEdition}</td>
            </tr>
            {waiting && (
              <tr>
                <th scope="row">Waits to be shared</th>
                <td className="right least" />
                <td className="right">{waiting.brought}</td>
                <td className="right least">{waiting.shared}</td>
                <td className="right">{waiting.oneEdition}</td>
              </tr>
            )}
          </tfoot>
        )}
      </table>
      <p className="small muted measure earned-note">
        {soFar ? '' : 'Streams show here about two days later. '}
        {waiting
          ? 'What waits came late or is being counted. It is shared with whoever held each edition on that day. '
          : ''}
        {unpaid && `${unpaid} `}
        {`${sharedPart} is paid on what streams earn: ${WHO_PAYS} `}
        Past earnings are not a promise. What an edition earns later depends on streams.
      </p>
    </section>
  );
}
