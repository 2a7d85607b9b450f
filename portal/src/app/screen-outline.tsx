import { SkeletonText } from './skeleton-text.tsx';

/**
 * Stands in for a screen whose code is loading: its title, where the address alone tells it, and
 * some lines.
 */
export const ScreenOutline = ({ title }: { title: string }) => (
  <>
    <div className="page-head">
      <h1 className="display">{title}</h1>
    </div>
    <div className="screen-outline" aria-hidden="true">
      <SkeletonText width="long" />
      <SkeletonText />
      <SkeletonText width="short" />
    </div>
  </>
);
