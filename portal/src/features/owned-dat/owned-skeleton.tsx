import { Bone, BoneFacts } from '../../app/bone.tsx';

/** The boxes of the editions, and of what the work brought, while they are on their way. */
export function OwnedSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading…
      </p>
      <div className="section" aria-hidden="true">
        <div className="section-head section-rule owned-editions-head">
          <div className="h2">
            <Bone />
          </div>
        </div>
        <div className="owned-edition">
          <div className="h3">
            <Bone />
          </div>
          <div>
            <Bone width="short" />
          </div>
          <dl>
            <div>
              <dt>
                <Bone width="short" />
              </dt>
              <dd>
                <Bone width="short" />
              </dd>
            </div>
          </dl>
        </div>
      </div>
      <div className="section owned-brought" aria-hidden="true">
        <div className="section-head">
          <div className="h2">
            <Bone />
          </div>
        </div>
        <BoneFacts lines={3} />
      </div>
    </div>
  );
}
