export const TakenDownNotice = ({ text }: { text: string }) => (
  <p className="notice notice-alert dat-page-notice" dir="auto">
    {text}
  </p>
);
