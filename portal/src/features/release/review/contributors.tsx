import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import {
  type ContributorList,
  type Contributors as Credited,
  contributorLists,
} from '@datchain/shared/domain/release/contributors.ts';

/** In the order of the review (R-REV-01). */
const order: readonly ContributorList[] = [
  'artistFeatures',
  'producers',
  'songwriters',
  'recordLabels',
];

const labelOf = (list: ContributorList): string =>
  contributorLists.find((one) => one.list === list)?.label ?? list;

/** Everyone who is credited, by what they did. */
export const Contributors = ({ contributors }: { contributors: Credited }) => (
  <section aria-labelledby="review-credits">
    <h2 className="h2" id="review-credits">
      Credits
    </h2>
    <dl className="review-credits">
      {order.map((list) => (
        <div key={list}>
          <dt className="small muted">{labelOf(list)}</dt>
          {contributors[list].length === 0 && <dd>{UNKNOWN}</dd>}
          {contributors[list].map(({ tag }) => (
            <dd key={tag} dir="auto">
              {tag}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  </section>
);
