import type { TakenDown } from '@datchain/shared/domain/books/guards.ts';
import { takenDownLine } from '@datchain/shared/domain/books/take-down.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import type { ReactNode } from 'react';
import { CollectionRows } from '../../components/collection-dialog.tsx';
import { DatBuy } from '../../components/dat-buy.tsx';
import { DatShare } from '../../components/dat-share.tsx';
import { EditionTable } from '../../components/edition-table.tsx';
import { History } from '../../components/history-table.tsx';
import { HolderRows } from '../../components/holders-dialog.tsx';
import { TakenDownNotice } from '../../components/taken-down-notice.tsx';
import { editionsView, type LiveFacts } from '../../views/dat/editions-view.ts';
import { findLastPaid, historyRows, namedOwners } from '../../views/dat/history-view.ts';
import { priceHistory } from '../../views/dat/price-history.ts';
import { showChoices } from '../page/choices.ts';
import { readHistory } from '../page/public-history.ts';
import { drawStatic } from '../page/static-markup.ts';
import { showChoice } from './edition-choice.ts';
import { pausePreview } from './pause-preview.ts';
import { greetReader } from './reader.ts';

function draw(id: string, body: ReactNode): void {
  const container = document.getElementById(id);
  if (container) drawStatic(container, body);
}

/** Redraws the list of editions to choose from; the choice and the focus stay. */
function drawCollection(body: ReactNode): void {
  const radioOf = (value: string | undefined) =>
    value && document.querySelector<HTMLInputElement>(`.edition-row [value="${value}"]`);
  const numberOf = (selector: string) =>
    document.querySelector<HTMLInputElement>(`.edition-row ${selector}`)?.value;
  const [chosen, focused] = [numberOf(':checked'), numberOf(':focus')];
  draw('collection-rows', body);
  const radio = radioOf(chosen);
  // A choice that was sold meanwhile is dropped.
  if (radio && !radio.disabled) radio.checked = true;
  if (focused) {
    const again = radioOf(focused);
    if (again && !again.disabled) again.focus();
    else document.querySelector<HTMLElement>('#collection .dialog-body')?.focus();
  }
  showChoice();
}

/** The parts that were built before the takedown go: artwork, preview, and every way to buy (N-FST-04). */
function drawTakedown(takenDown: TakenDown): void {
  draw('dat-notice', <TakenDownNotice text={takenDownLine(takenDown)} />);
  const art = document.querySelector('img.dat-page-art');
  if (art) {
    const empty = document.createElement('div');
    empty.className = 'dat-page-art';
    art.replaceWith(empty);
  }
  pausePreview();
  const gone =
    '.dat-page-work > .player, #dat-share, #dat-buy, #collection, [commandfor="collection"], [data-opens="collection"]';
  for (const element of document.querySelectorAll(gone)) element.remove();
}

function drawEditions(facts: LiveFacts): void {
  const view = editionsView(facts);
  draw('dat-share', <DatShare editions={view} />);
  draw('dat-buy', <DatBuy editions={view} />);
  draw('edition-rows', <EditionTable rows={view.rows} />);
  draw('holder-rows', <HolderRows holders={view.holders} />);
  drawCollection(<CollectionRows rows={view.rows} />);
}

/** Histories asked for so far: the answer to an earlier question comes too late. */
let asked = 0;

export async function showHistory(facts: LiveFacts): Promise<void> {
  asked += 1;
  const turn = asked;
  try {
    const lines = await readHistory(facts.id);
    if (turn !== asked || lines.length === 0) return;
    const wasOpen = document.querySelector('.older')?.hasAttribute('open');
    draw(
      'history',
      <History rows={historyRows(lines, namedOwners(facts))} prices={priceHistory(lines)} />,
    );
    if (wasOpen) document.querySelector('.older')?.setAttribute('open', '');
    const { rows } = editionsView({ ...facts, lastPaid: findLastPaid(lines) });
    draw('edition-rows', <EditionTable rows={rows} />);
  } catch (error) {
    warnLater('The history cannot be read', error);
  }
}

export async function redrawDat(facts: LiveFacts): Promise<void> {
  if (facts.takenDown) drawTakedown(facts.takenDown);
  drawEditions(facts);
  greetReader(facts);
  showChoices();
  await showHistory(facts);
}
