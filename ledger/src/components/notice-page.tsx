import { buttonClass } from '@datchain/shared/ui/button.tsx';

type NoticePageProps = {
  title: string;
  text: string;
  links: readonly { label: string; href: string }[];
};

export function NoticePage({ title, text, links }: NoticePageProps) {
  return (
    <>
      <div className="page-head">
        <h1 className="display">{title}</h1>
      </div>
      <div className="empty-state">
        <p className="h2">{text}</p>
        <div className="actions">
          {links.map(({ label, href }, index) => (
            <a
              key={href}
              className={buttonClass({ variant: index === 0 ? 'primary' : 'secondary' })}
              href={href}
            >
              {label}
            </a>
          ))}
        </div>
      </div>
    </>
  );
}
