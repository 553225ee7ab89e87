import { formatTime, useNavigate, useText } from '@kituo/sdk';
import { useEffect, useEffectEvent, useState } from 'react';
import { arrange, keepOwnOrder, moveBy, moveTo, readOwnOrder } from './tile-order.ts';
import { Tile, useTileLabel } from './tile.tsx';
import type { HomeTile } from './use-home.ts';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

/** Keys 1 to 9 open the tiles in their order. */
function useTileKeys(open: (place: number) => void): void {
  const latest = useEffectEvent(open);
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (/^[1-9]$/.test(event.key)) latest(Number(event.key) - 1);
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  }, []);
}

/** The figures of one's own day. Drag a tile, or hold Alt and press an arrow key, to arrange them. */
export function Tiles(props: {
  readonly tiles: readonly HomeTile[];
  readonly asOf: string;
  readonly userNo: string;
  /** A tile that was read again automatically. */
  readonly onRead: (tile: HomeTile) => void;
}) {
  const t = useText();
  const navigate = useNavigate();
  const [own, setOwn] = useState(() => readOwnOrder(props.userNo));
  const [dragged, setDragged] = useState<string | null>(null);
  // Not as a text: while Alt is held, texts show their keys to translators.
  const [moved, setMoved] = useState<{ tile: string; place: number } | null>(null);
  const labelOf = useTileLabel();
  const order = arrange(
    props.tiles.map(({ key }) => key),
    own,
  );
  const tiles = order.flatMap((key) => props.tiles.filter((tile) => tile.key === key));

  const open = (tile: HomeTile | undefined) => {
    if (tile?.path) void navigate(tile.path);
  };
  useTileKeys((place) => {
    open(tiles[place]);
  });
  const keep = (next: readonly string[], tile: string) => {
    setOwn(next);
    keepOwnOrder(props.userNo, next);
    const found = props.tiles.find(({ key }) => key === tile);
    setMoved({ tile: found ? labelOf(found) : '', place: next.indexOf(tile) + 1 });
  };

  return (
    <section className="home-section" aria-labelledby="home-tiles-title">
      <header className="home-section-head">
        <h2 id="home-tiles-title">{t('home.day')}</h2>
        <span className="home-quiet">{t('home.asOf', { time: formatTime(props.asOf) })}</span>
      </header>
      <ul className="home-tiles">
        {tiles.map((tile, place) => (
          <li
            key={tile.key}
            draggable
            className={dragged === tile.key ? 'home-tile-slot home-tile-dragged' : 'home-tile-slot'}
            onDragStart={() => {
              setDragged(tile.key);
            }}
            onDragEnd={() => {
              setDragged(null);
            }}
            onDragOver={(event) => {
              event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) keep(moveTo(order, dragged, tile.key), tile.key);
            }}
          >
            <Tile
              tile={tile}
              place={place}
              asOf={props.asOf}
              onRead={props.onRead}
              onMove={(places) => {
                keep(moveBy(order, tile.key, places), tile.key);
              }}
            />
          </li>
        ))}
      </ul>
      <p className="home-said" role="status">
        {moved && t('home.moved', { tile: moved.tile, place: moved.place })}
      </p>
    </section>
  );
}
