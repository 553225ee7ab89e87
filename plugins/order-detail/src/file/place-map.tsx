import { useText } from '@kituo/sdk';
import type { orderFile } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';

type Place = z.output<typeof orderFile.shownPlace>;

const SIZE = 240;
const EDGE = 34;

/**
 * Where the places lie to each other, north up. No street map: its tiles would tell a stranger which
 * customers' homes are looked at.
 */
export function PlaceMap({ places }: { readonly places: readonly Place[] }) {
  const t = useText();
  const north = Math.max(...places.map(({ northDegrees }) => northDegrees));
  const span = Math.max(...places.map(({ eastDegrees }) => eastDegrees), north, 0.002);
  const scale = (SIZE - 2 * EDGE) / span;
  return (
    <svg className="of-map" viewBox={`0 0 ${SIZE + 90} ${SIZE}`} role="img" aria-label={t('location.mapLabel')}>
      <rect width={SIZE + 90} height={SIZE} rx={4} />
      {[1, 2, 3].map((line) => (
        <g key={line}>
          <line x1={0} x2={SIZE + 90} y1={(line * SIZE) / 4} y2={(line * SIZE) / 4} />
          <line y1={0} y2={SIZE} x1={(line * SIZE) / 4} x2={(line * SIZE) / 4} />
        </g>
      ))}
      {places.map(({ placeKind, eastDegrees, northDegrees }) => {
        const [x, y] = [EDGE + eastDegrees * scale, EDGE + (north - northDegrees) * scale];
        return (
          <g key={placeKind} data-kind={placeKind}>
            <circle cx={x} cy={y} r={6} />
            <text x={x + 10} y={y + 4}>
              {t(`PLACE_KIND.${placeKind}`)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
