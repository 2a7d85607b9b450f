import { getListenLink } from '@datchain/shared/contracts/calls/listen.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { clockText } from '@datchain/shared/domain/clock-text.ts';
import type { Original } from '@datchain/shared/domain/preview.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { PlayIcon } from '@datchain/shared/ui/play-button.tsx';
import { type KeyboardEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { Section } from '../../app/section.tsx';
import { call } from '../../lib/calls/callables.ts';
import { sizeText } from '../../lib/text/size-text.ts';
import './whole-song.css';
import { type Heard, type WholePlayer, wholePlayer } from './whole-player.ts';

type WholeSongProps = {
  datId: string;
  song: string;
  artist: string;
  /** The work's length in seconds; 0 where the ledger does not say. */
  seconds: number;
  /** The uploaded file; undefined where the ledger does not say. */
  original: Original | undefined;
};

const notFetched = 'The song could not be fetched. Try again.';
const sayWhy = (error: unknown): string => readErrorSentence(error, notFetched);

/** The seconds by which each key moves the position. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 30,
  PageDown: -30,
};

function usePlayer({ datId, song, artist, seconds }: WholeSongProps): [WholePlayer, Heard] {
  const [player] = useState(() =>
    wholePlayer({
      askLink: () => call(getListenLink, { datId }),
      sayWhy,
      length: seconds,
      title: song,
      artist,
    }),
  );
  const heard = useSyncExternalStore(player.listen, player.heard);
  useEffect(() => player.close, [player]);
  return [player, heard];
}

/** Plays the whole work and saves its original, for holders of an edition (N-SND-07). */
export function WholeSong(props: WholeSongProps) {
  const { song } = props;
  const [player, heard] = usePlayer(props);
  const original = useOriginal(props.datId);
  const isOn = heard.state === 'playing' || heard.state === 'loading';
  return (
    <Section id="whole-song" title="The whole song" className="whole-song">
      <div className="whole-song-player">
        <button
          type="button"
          className="play play-player"
          data-state={heard.state}
          aria-label={`${isOn ? 'Pause' : 'Play'} the whole of ${song}`}
          onClick={player.toggle}
        >
          <PlayIcon />
        </button>
        <Position player={player} heard={heard} />
        <span className="tabular whole-song-time">{formatPosition(heard)}</span>
        <div className="whole-song-original">
          <Button
            variant="secondary"
            small
            wide
            disabled={original.isAsking}
            onClick={original.save}
          >
            {downloadText(props.original)}
          </Button>
        </div>
      </div>
      <p className="small whole-song-status" role="status">
        {original.problem || heard.problem}
      </p>
    </Section>
  );
}

const downloadText = (original: Original | undefined): string =>
  ['Download the original', ...(original ? [sizeText(original.bytes), original.format] : [])].join(
    ', ',
  );

const formatPosition = ({ at, length }: Heard): string =>
  length > 0 ? `${clockText(at)} of ${clockText(length)}` : clockText(at);

function Position({ player, heard }: { player: WholePlayer; heard: Heard }) {
  const { at, length, state } = heard;
  // Steps from the player's position, not the rendered one: keys may come faster.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === ' ') player.toggle();
    else if (step) player.seek(player.heard().at + step);
    else return;
    event.preventDefault();
  };
  return (
    <input
      type="range"
      className="whole-song-position"
      aria-label="Position in the song"
      aria-valuetext={formatPosition(heard)}
      min={0}
      max={length || 1}
      step={0.1}
      value={Math.min(at, length || 1)}
      disabled={state === 'resting'}
      onChange={({ target }) => player.seek(Number(target.value))}
      onKeyDown={onKeyDown}
    />
  );
}

function useOriginal(datId: string) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const save = async () => {
    setAsking(true);
    setProblem('');
    try {
      const { url } = await call(getListenLink, { datId, download: true });
      // The answer is an attachment: the page stays.
      window.location.assign(url);
    } catch (error) {
      setProblem(sayWhy(error));
    }
    setAsking(false);
  };
  return { isAsking, problem, save };
}
