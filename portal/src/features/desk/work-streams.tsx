import type { Dat } from '@datchain/shared/domain/dats.ts';
import type { Span } from '@datchain/shared/domain/streams/spans.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useEffect, useState } from 'react';
import { Notice } from '../../app/notice.tsx';
import { Section } from '../../app/section.tsx';
import { SelectField } from '../../app/select-field.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import {
  readWorkStreams,
  type StreamRow,
  type WorkStreams as Streams,
  streamPeriod,
  streamTable,
  streamText,
} from './stream-table.ts';

type Loaded = 'loading' | 'failed' | { readonly streams: Streams };

/** Reads the streams of one work, and again when the ledger's total for it changes. */
function useStreams(datId: string, total: number | undefined): Loaded {
  const [loaded, setLoaded] = useState<{ datId: string; is: Loaded }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another total is another file
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const keep = (is: Loaded) => !signal.aborted && setLoaded({ datId, is });
    readWorkStreams(datId, signal).then(
      (streams) => keep({ streams }),
      (error: unknown) => {
        if (signal.aborted) return;
        warnLater('The streams of a work could not be read.', error);
        keep('failed');
      },
    );
    return () => leaving.abort();
  }, [datId, total]);
  return loaded?.datId === datId ? loaded.is : 'loading';
}

const spanTexts: readonly (readonly [Span, string])[] = [
  ['week', 'Days'],
  ['month', 'Weeks'],
  ['3m', 'Months'],
];

type WorkStreamsProps = {
  works: readonly Dat[];
  totals: ReadonlyMap<string, number>;
};

/** Shows streams by platform of a chosen work, with their gaps (N-PPL-08). */
export function WorkStreams({ works, totals }: WorkStreamsProps) {
  const [chosen, setChosen] = useState<string>();
  const [span, setSpan] = useState<Span>('week');
  // The newest work often has no figures yet.
  const first = works.find(({ id }) => (totals.get(id) ?? 0) > 0) ?? works[0];
  const work = works.find(({ id }) => id === chosen) ?? first;
  if (!work) return null;
  return (
    <Section
      id="desk-streams"
      title="Streams by platform"
      aside={
        <SiteLink className="small row-link" href={`/analytics/${work.id}`}>
          All figures
        </SiteLink>
      }
      rule
    >
      <div className="desk-choices">
        <SelectField
          label="Work"
          value={work.id}
          onChange={setChosen}
          options={works.map(({ id, songName }) => [id, songName])}
        />
        <SelectField
          label="By"
          value={span}
          onChange={(next) => setSpan(spanTexts.find(([name]) => name === next)?.[0] ?? 'week')}
          options={spanTexts}
        />
      </div>
      <Table key={work.id} work={work} total={totals.get(work.id)} span={span} />
    </Section>
  );
}

type TableProps = { work: Dat; total: number | undefined; span: Span };

function Table({ work, total, span }: TableProps) {
  const loaded = useStreams(work.id, total);
  if (loaded === 'loading') return <p role="status">Loading streams…</p>;
  if (loaded === 'failed') {
    return <Notice>The streams could not be loaded. Reload the page.</Notice>;
  }
  const { platforms, rows } = streamTable(loaded.streams, span);
  if (rows.length === 0) return <p role="status">No streams reported yet.</p>;
  return (
    <>
      <div className="desk-wide">
        <DataTable
          aria-label={`Streams of ${work.songName}`}
          rows={rows}
          keyOf={({ period }) => period}
          columns={[
            { header: 'When', isRowHeader: true, cell: ({ period }) => streamPeriod(period) },
            ...platforms.map((platform, at) => ({
              header: platform,
              className: 'right',
              cell: ({ cells }: StreamRow) => streamText(cells[at]),
            })),
          ]}
        />
      </div>
      <p className="small muted desk-under-table">
        A dash means no report, not zero. “So far” means days are still missing.
      </p>
    </>
  );
}
