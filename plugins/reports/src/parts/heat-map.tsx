import { formatDate, useText } from '@kituo/sdk';
import type { report } from '@kituo/sdk/contracts';
import { figureText } from './figure.ts';
import { nameOfRow } from './name-of-row.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Rows against percentages: the more, the darker; the figure stands in the cell for whoever sees no colour. */
export function HeatMap(props: { readonly measures: readonly string[]; readonly rows: readonly report.ReportRow[] }) {
  const t = useText();
  const { measures } = props;
  const own = props.rows.filter(({ rowKind }) => rowKind === 'ROW');
  const rows = own.every(({ key }) => DAY.test(key)) ? own.toSorted((a, b) => a.key.localeCompare(b.key)) : own;
  if (rows.length === 0) return null;
  return (
    <div className="rp-scroll rp-heat" role="region" aria-label={t('figures.heat')} tabIndex={0}>
      <table>
        <caption>{t('figures.heat')}</caption>
        <thead>
          <tr>
            <td />
            {measures.map((measure) => (
              <th scope="col" key={measure}>
                {t(`field.${measure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{DAY.test(row.key) ? formatDate(row.key) : nameOfRow(row, t)}</th>
              {measures.map((measure) => {
                const value = row.figures[measure] ?? null;
                return (
                  <td key={measure} style={value === null ? undefined : { background: shade(value) }}>
                    {figureText(value, 'PERCENT')}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Never so dark that the figure cannot be read on it, in either theme. */
function shade(percent: number): string {
  const strength = Math.round(Math.min(100, Math.max(0, percent)) * 0.4);
  return `color-mix(in srgb, #cd4246 ${strength}%, transparent)`;
}
