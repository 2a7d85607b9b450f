export function DatPageSkeleton() {
  return (
    <div className="dat-page" aria-hidden="true">
      <span className="skeleton skeleton-art dat-page-art" />
      <div className="dat-page-text">
        <span className="skeleton skeleton-line skeleton-long display" />
        <span className="skeleton skeleton-line skeleton-short artist" />
      </div>
    </div>
  );
}

export function TitleSkeleton() {
  return (
    <div className="page-head" aria-hidden="true">
      <span className="skeleton skeleton-line skeleton-short display" />
    </div>
  );
}
