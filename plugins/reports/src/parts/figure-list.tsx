import { Button, useCan, useText } from '@kituo/sdk';
import type { report } from '@kituo/sdk/contracts';
import { moneyText } from './figure.ts';
import { useFigureAddress } from './report-address.ts';
import type { ReportKind } from './report-kind.ts';

/** A row's figures with what each means; a figure opens its rows, a ratio those of its parts. */
export function FigureList(props: {
  readonly of: ReportKind;
  readonly row: report.ReportRow;
  readonly queryId: string | null;
  readonly definitions: readonly report.ReportDefinition[];
}) {
  const { of, row, queryId, definitions } = props;
  const t = useText();
  const mayDrill = useCan(`report:${of.codesOf ?? of.name}:drill`);
  const { open } = useFigureAddress();
  const byName = new Map(definitions.map((one) => [one.measure, one]));
  const canOpen = mayDrill && queryId !== null && row.rowKind !== 'COMPARED';
  const opener = (measure: string, label: string) =>
    canOpen && (
      <Button
        size="small"
        variant="minimal"
        text={label}
        aria-label={t('figures.rowsOf', { name: byName.get(measure)?.title ?? measure })}
        onClick={() => {
          open({ of: of.name, queryId, measure, ...(row.rowKind === 'ROW' && { key: row.key }) });
        }}
      />
    );
  return (
    <dl className="rp-figures">
      {definitions
        .filter(({ measure, isColumn }) => isColumn && Object.hasOwn(of.measures, measure))
        .map(({ measure, unit, title, formula, parts }) => (
          <div key={measure}>
            <dt>
              {title}
              <span className="kp-muted">{formula}</span>
            </dt>
            <dd>
              <span className="ks-figures">{moneyText(row.figures[measure] ?? null, unit)}</span>
              {parts.length === 0
                ? opener(measure, t('figures.rows'))
                : parts.map((part) => <span key={part}>{opener(part, byName.get(part)?.title ?? part)}</span>)}
            </dd>
          </div>
        ))}
    </dl>
  );
}
