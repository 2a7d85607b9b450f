export const SectionHead = ({ id, title, note }: { id: string; title: string; note?: string }) => (
  <div className="section-head">
    <h2 className="h2" id={id}>
      {title}
    </h2>
    {note && <p className="small muted">{note}</p>}
  </div>
);
