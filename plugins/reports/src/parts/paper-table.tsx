import { useText } from '@kituo/sdk';
import type { report } from '@kituo/sdk/contracts';
import { usePaper } from '@kituo/sdk/page';
import { figureText } from './figure.ts';
import { nameOfRow } from './name-of-row.ts';
import type { ReportKind } from './report-kind.ts';

/** Measures that a sheet on its side has room for, beside the name. */
const MEASURES = 8;

/** On paper: all rows and all measures, in tables as wide as a sheet. The grid holds no more than is in sight. */
export function PaperTable(props: {
  readonly of: ReportKind;
  readonly rows: readonly report.ReportRow[];
  /** The text that says what the rows are. */
  readonly nameKey: string;
}) {
  const { of, rows, nameKey } = props;
  const t = useText();
  if (!usePaper()) return null;
  const measures = Object.entries(of.measures);
  const sheets = Array.from({ length: Math.ceil(measures.length / MEASURES) }, (_, sheet) =>
    measures.slice(sheet * MEASURES, (sheet + 1) * MEASURES),
  );
  return sheets.map((columns) => (
    <table key={columns[0]?.[0]} className="rp-paper">
      <thead>
        <tr>
          <th scope="col">{t(nameKey)}</th>
          {[...(of.about ?? []), ...columns.map(([measure]) => measure)].map((name) => (
            <th scope="col" key={name}>
              {t(`field.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.rowKind} ${row.key}`}>
            <th scope="row">{nameOfRow(row, t, of.least)}</th>
            {of.about?.map((name) => (
              <td key={name}>{row.about?.[name] ?? ''}</td>
            ))}
            {columns.map(([measure, unit]) => (
              <td key={measure} className="ks-figures">
                {figureText(row.figures[measure] ?? null, unit)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ));
}
