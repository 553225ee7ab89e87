import type { ReactNode } from 'react';
import { Answered } from '../detail/answered.tsx';
import { Reveal } from '../detail/reveal.tsx';
import { Cell } from '../table/cell.tsx';
import { titleOf } from '../list/columns.ts';
import type { CellValue, Column } from '../list/columns.ts';
import { usePluginText } from '../platform.ts';
import type { Detail } from '../use-detail.ts';
import { SideDrawer } from './side-drawer.tsx';

/** One thing beside the list, 560 px, for a glance. Closed by Escape or a click outside: nothing is typed here. */
export function DetailDrawer<Data>(props: {
  readonly detail: Detail<Data>;
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (data: Data) => ReactNode;
  /** What can be done with it, at the foot. */
  readonly actions?: ReactNode;
}) {
  const { detail } = props;
  return (
    <SideDrawer isOpen={props.isOpen} title={props.title} closesEasily onClose={props.onClose}>
      <div className="kp-drawer-body" aria-busy={detail.isLoading}>
        <Answered detail={detail}>{props.children}</Answered>
      </div>
      {props.actions !== undefined && <div className="kp-foot">{props.actions}</div>}
    </SideDrawer>
  );
}

/** Names and values of one thing, by the same columns that lists use. */
export function DescriptionList<Row>(props: {
  readonly of: Row;
  readonly columns: readonly Column<Row>[];
  /** What stands in the place of a column's value, by its key: a `Reveal`. */
  readonly instead?: Readonly<Record<string, ReactNode>>;
}) {
  const t = usePluginText();
  return (
    <dl className="kp-description">
      {props.columns.map((column) => (
        <div key={column.key}>
          <dt>{t(titleOf(column))}</dt>
          <dd>{props.instead?.[column.key] ?? <Described of={props.of} column={column} />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A masked value can be shown in full where the column says how. */
function Described<Row>({ of, column }: { readonly of: Row; readonly column: Column<Row> }) {
  const value = column.valueOf(of);
  const masked = value.kind === 'text' ? value.text : null;
  if (column.reveal === undefined || masked === null || !masked.includes('*')) return <Whole value={value} />;
  const { kind, by } = column.reveal;
  const subjectNo = new Map<string, unknown>(Object.entries(of as object)).get(by);
  return <Reveal kind={kind} subjectNo={String(subjectNo)} masked={masked} />;
}

/** Several names stand all of them: beside a list there is room that its cells have not. */
function Whole({ value }: { readonly value: CellValue }) {
  const isSeveral = value.kind === 'list' && value.texts.length > 1;
  return isSeveral ? value.texts.join(', ') : <Cell value={value} />;
}
