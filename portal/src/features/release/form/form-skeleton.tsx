const fields = ['profile', 'artist', 'artwork', 'audio', 'song'];

export const FormSkeleton = () => (
  <div className="form-page" aria-hidden="true">
    <div className="stack">
      {fields.map((field) => (
        <div className="release-waiting" key={field}>
          <span className="skeleton skeleton-line skeleton-short" />
          <span className="skeleton release-waiting-box" />
        </div>
      ))}
    </div>
    <span className="skeleton skeleton-art" />
  </div>
);
