import { SkeletonText } from './skeleton-text.tsx';

/** A screen whose code is on its way: its title, where the address alone says it, and its first lines. */
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
