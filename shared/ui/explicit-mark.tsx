/**
 * Shown beside the title of a work with explicit lyrics (N-FCT-02), and separate from it in speech.
 */
export const ExplicitMark = () => (
  <>
    {' '}
    <span className="explicit">Explicit</span>
  </>
);
