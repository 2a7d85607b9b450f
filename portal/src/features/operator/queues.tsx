import type { OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import { reportSubjects } from '@datchain/shared/contracts/documents/report.ts';
import { formatCents, formatCount } from '@datchain/shared/domain/format.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { DeskList, DeskRow, PagedList } from './desk-list.tsx';
import type { Ask } from './question.ts';
import {
  allowing,
  closing,
  declining,
  dismissing,
  restoring,
  retrying,
  takingDown,
} from './questions.ts';
import { useDeskList } from './use-desk-list.ts';

type QueuesProps = { desk: OperatorDesk; onAsk: Ask };

const owners = {
  artist: 'The artist owns the recordings.',
  label: 'A label owns the recordings.',
  shared: 'The recordings have several owners.',
} as const;

const workHref = (datId: string): string => `/viewdat/${encodeURIComponent(datId)}`;

/**
 * Links to an address that a stranger wrote: no referrer, no access to this window, no search rank.
 */
function Outside({ href }: { href: string }) {
  return (
    <a className="break" href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {href.replace(/^https?:\/\//, '')}
    </a>
  );
}

export function Queues({ desk, onAsk }: QueuesProps) {
  const applications = useDeskList(desk, 'applications');
  const orders = useDeskList(desk, 'orders');
  const reports = useDeskList(desk, 'reports');
  const down = useDeskList(desk, 'down');
  return (
    <>
      <PagedList
        title="Applications"
        note="Answer within three working days"
        empty="None."
        list={applications}
      >
        {(row) => (
          <DeskRow
            key={row.username}
            name={row.artistName}
            by={`@${row.username}`}
            at={row.at}
            actions={
              <>
                <Button small variant="secondary" onClick={() => onAsk(allowing(row))}>
                  Accept<span className="visually-hidden"> {row.artistName}</span>
                </Button>
                <Button small variant="secondary" onClick={() => onAsk(declining(row))}>
                  Decline<span className="visually-hidden"> {row.artistName}</span>
                </Button>
              </>
            }
          >
            <span>
              Music: <Outside href={row.musicUrl} />
            </span>
            <span>
              Page: <Outside href={row.pageUrl} />
            </span>
            <span>{owners[row.owns]}</span>
            {row.note && <span className="break">“{row.note}”</span>}
            <a className="break" href={`mailto:${row.email}`}>
              {row.email}
            </a>
          </DeskRow>
        )}
      </PagedList>

      <DeskList title="Releases stuck" empty="None." rows={desk.stuck}>
        {(row) => (
          <DeskRow
            key={row.datId}
            name={row.song}
            by={row.artist}
            at={row.at}
            actions={
              <>
                <Button small variant="secondary" onClick={() => onAsk(retrying(row))}>
                  Try again<span className="visually-hidden">: {row.song}</span>
                </Button>
                <a
                  className={buttonClass({ variant: 'secondary', small: true })}
                  href={`mailto:${row.email}`}
                >
                  Write to the artist
                </a>
              </>
            }
          >
            <span className="break desk-problem">{row.problem}</span>
            <span>Tried {row.attempts} times</span>
          </DeskRow>
        )}
      </DeskList>

      <PagedList title="Orders in review" empty="None." list={orders}>
        {(row) => (
          <DeskRow
            key={row.orderId}
            name={formatCents(row.totalCents)}
            by={`@${row.username}`}
            at={row.at}
            actions={
              <Button small variant="secondary" onClick={() => onAsk(closing(row))}>
                Close<span className="visually-hidden"> the order {row.orderId}</span>
              </Button>
            }
          >
            <span className="break desk-problem">{row.reason}</span>
            <span className="break">Order {row.orderId}</span>
          </DeskRow>
        )}
      </PagedList>

      <PagedList title="Reports" empty="None." list={reports}>
        {(row) => (
          <DeskRow
            key={row.id}
            name={<a href={workHref(row.datId)}>{row.song}</a>}
            by={row.artist}
            at={row.at}
            actions={
              <>
                {!row.isDown && (
                  <Button small variant="secondary" onClick={() => onAsk(takingDown(row))}>
                    Take down<span className="visually-hidden"> {row.song}</span>
                  </Button>
                )}
                <Button small variant="secondary" onClick={() => onAsk(dismissing(row))}>
                  Close<span className="visually-hidden"> the report of {row.song}</span>
                </Button>
              </>
            }
          >
            <span>
              {reportSubjects[row.about]}
              {row.count > 1 && ` · sent ${formatCount(row.count)} times`}
            </span>
            <span className="break">“{row.text}”</span>
            <span className="break">
              {row.from}, <a href={`mailto:${row.email}`}>{row.email}</a>
            </span>
            {row.isDown && <span>This work is taken down already.</span>}
          </DeskRow>
        )}
      </PagedList>

      {desk.down.length > 0 && (
        <PagedList title="Taken down" empty="" list={down}>
          {(row) => (
            <DeskRow
              key={row.datId}
              name={<a href={workHref(row.datId)}>{row.song}</a>}
              by={row.artist}
              at={row.at}
              actions={
                <Button small variant="secondary" onClick={() => onAsk(restoring(row))}>
                  Restore<span className="visually-hidden"> {row.song}</span>
                </Button>
              }
            >
              <span className="break">{row.reason}</span>
            </DeskRow>
          )}
        </PagedList>
      )}
    </>
  );
}
