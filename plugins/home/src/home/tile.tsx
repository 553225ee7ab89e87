import {
  DragHandleVertical,
  Refresh,
  apiLanguage,
  call,
  formatAge,
  formatCount,
  formatMoney,
  formatTime,
  home,
  session$,
  useNavigate,
  useText,
  useValue,
} from '@kituo/sdk';
import { useState } from 'react';
import { Sparkline } from './sparkline.tsx';
import type { HomeTile } from './use-home.ts';

/** Tiles that ask for a person as soon as they count something. */
const TONES: Readonly<Record<string, string | undefined>> = {
  warningsUrgent: 'home-tile-urgent',
  warningsOpen: 'home-tile-attention',
  usersAwaitingPassword: 'home-tile-attention',
  changesUsers: 'home-tile-attention',
  changesRoles: 'home-tile-attention',
  changesMenus: 'home-tile-attention',
  versionsPolicy: 'home-tile-attention',
  changesPayout: 'home-tile-attention',
};

/** What a tile counts: sections name their own. */
export function useTileLabel(): (tile: HomeTile) => string {
  const t = useText();
  return ({ key, label }) => label ?? t(`tile.${key}`);
}

/** What waits in a section asks for a person; of Home’s own tiles, those that stand above. */
const toneOf = ({ key, label }: HomeTile): string => (label === null ? (TONES[key] ?? '') : 'home-tile-attention');

/** A tile whose section did not answer: says so, and asks that section alone again. */
function FailedTile(props: { readonly tile: HomeTile; readonly onRead: (tile: HomeTile) => void }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const { key } = props.tile;
  const label = useTileLabel()(props.tile);
  const retry = async () => {
    setAsking(true);
    try {
      props.onRead(await call(home.tile, { key }, { showLoading: false }));
    } catch {
      // The client has said why; the tile stays as it is.
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="home-tile home-tile-failed">
      <span className="home-tile-label">{label}</span>
      <span className="home-quiet" role="status">
        {t('home.notAvailable')}
      </span>
      <button
        type="button"
        className="ks-link-button"
        disabled={isAsking}
        aria-label={t('home.retryTile', { tile: label })}
        onClick={() => void retry()}
      >
        <Refresh aria-hidden title={false} /> {t('home.retry')}
      </button>
    </div>
  );
}

/** One figure of one's day, with its last seven days where they are recorded. */
export function Tile(props: {
  readonly tile: HomeTile;
  /** Counted from 0. */
  readonly place: number;
  /** The age that the head of the tiles already says. */
  readonly asOf: string;
  readonly onMove: (places: number) => void;
  readonly onRead: (tile: HomeTile) => void;
}) {
  const t = useText();
  const navigate = useNavigate();
  const language = apiLanguage(useValue(session$).language);
  const { tile, place } = props;
  const { path, days, amountCents } = tile;
  const label = useTileLabel()(tile);
  if (tile.count === null) return <FailedTile tile={tile} onRead={props.onRead} />;
  const age = formatTime(tile.asOf);
  return (
    <>
      <button
        type="button"
        className={`home-tile ${tile.count > 0 ? toneOf(tile) : ''}`}
        disabled={path === null}
        aria-keyshortcuts={place < 9 ? String(place + 1) : undefined}
        title={t('home.arrange')}
        onClick={() => {
          if (path !== null) void navigate(path);
        }}
        onKeyDown={(event) => {
          const places = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (!event.altKey || places === undefined) return;
          event.preventDefault();
          props.onMove(places);
        }}
      >
        <span className="home-tile-label">{label}</span>
        <span className="home-tile-figures">
          <span className="home-tile-count">{formatCount(tile.count)}</span>
          {days && <Sparkline figures={days} label={t('home.lastWeek', { figures: days.join(', ') })} />}
        </span>
        {amountCents !== null && <span className="home-tile-money">{formatMoney(amountCents)}</span>}
        {(tile.cap !== undefined || tile.oldestAt !== undefined) && (
          <span className="home-quiet">
            {[
              tile.cap !== undefined && t('home.tileCap', { cap: formatCount(tile.cap) }),
              tile.oldestAt !== undefined && t('home.tileOldest', { age: formatAge(tile.oldestAt, language) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        {age !== formatTime(props.asOf) && <span className="home-quiet">{t('home.asOf', { time: age })}</span>}
        {place < 9 && path !== null && (
          <kbd className="home-key" aria-hidden="true">
            {place + 1}
          </kbd>
        )}
      </button>
      <DragHandleVertical className="home-grip" aria-hidden title={false} />
    </>
  );
}
