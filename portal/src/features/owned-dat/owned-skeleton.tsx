import { SkeletonFacts, SkeletonText } from '../../app/skeleton-text.tsx';
import { Waiting } from '../../app/waiting.tsx';

export function OwnedSkeleton() {
  return (
    <Waiting>
      <div className="section">
        <div className="section-head">
          <div className="h2">
            <SkeletonText />
          </div>
        </div>
        <div className="owned-song-box" />
      </div>
      <div className="section">
        <div className="section-head section-rule owned-editions-head">
          <div className="h2">
            <SkeletonText />
          </div>
        </div>
        <div className="owned-edition">
          <div className="h3">
            <SkeletonText />
          </div>
          <div>
            <SkeletonText width="short" />
          </div>
          <dl>
            <div>
              <dt>
                <SkeletonText width="short" />
              </dt>
              <dd>
                <SkeletonText width="short" />
              </dd>
            </div>
          </dl>
        </div>
      </div>
      <div className="section owned-brought">
        <div className="section-head">
          <div className="h2">
            <SkeletonText />
          </div>
        </div>
        <SkeletonFacts lines={3} />
      </div>
    </Waiting>
  );
}
