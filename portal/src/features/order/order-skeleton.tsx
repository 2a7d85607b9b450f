import { SkeletonFacts, SkeletonText } from '../../app/skeleton-text.tsx';
import { Waiting } from '../../app/waiting.tsx';
import { keptText } from './order-words.ts';

/** The boxes of an order that waits for its payment, while it is on its way. */
export const OrderSkeleton = () => (
  <Waiting className="narrow stack order">
    <p>
      <SkeletonText width="long" text={keptText(100)} />
    </p>
    <div className="order-facts">
      <SkeletonFacts lines={7} total />
    </div>
    <div className="order-actions">
      <div className="actions">
        <div className="skeleton order-skeleton-button" />
        <div className="skeleton order-skeleton-button" />
      </div>
    </div>
  </Waiting>
);
