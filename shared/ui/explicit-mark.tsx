/** The mark beside the title of a work with explicit lyrics, spoken separately (N-FCT-02). */
export const ExplicitMark = () => (
  <>
    {' '}
    <span className="explicit">Explicit</span>
  </>
);
