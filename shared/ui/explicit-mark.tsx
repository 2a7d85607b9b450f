/** Said beside the title of a work whose lyrics are explicit (N-FCT-02); apart from it also in speech. */
export const ExplicitMark = () => (
  <>
    {' '}
    <span className="explicit">Explicit</span>
  </>
);
