import type { ReactNode } from 'react';
import type { RowAction } from '../table/row-actions.tsx';
import type { Detail } from '../use-detail.ts';
import { ActionButton } from './action-button.tsx';
import { Answered } from '../detail/answered.tsx';
import './short-list.css';

export interface ShortColumn<Row> {
  readonly name: string;
  readonly title: string;
  readonly of: (row: Row) => ReactNode;
  /** Digits of one width. */
  readonly isFigure?: true;
}

/**
 * A list that is read whole: no filters, no pages. Its primary action adds, and each row has the same one to edit it.
 *
 * @example <ShortList title={t('tab.lists')} detail={lists} save={save} editLabel={t('edit')} idOf={(row) => row.listCode} columns={columns}>…</ShortList>
 */
export function ShortList<Row>(props: {
  readonly title: string;
  readonly detail: Detail<readonly Row[]>;
  readonly save: RowAction<Row | null>;
  readonly editLabel: string;
  readonly idOf: (row: Row) => string;
  /** The first one is what a row is called. */
  readonly columns: readonly ShortColumn<Row>[];
  /** Forms and the like. */
  readonly children: ReactNode;
}) {
  const { title, save, columns, idOf } = props;
  const [head, ...others] = columns;
  const edit = { ...save, label: props.editLabel };
  return (
    <section className="kp-page" aria-label={title}>
      <header className="kp-head">
        <h1>{title}</h1>
        <div className="kp-head-action">
          <ActionButton action={save} subject={null} isPrimary />
        </div>
      </header>
      <Answered detail={props.detail}>
        {(rows) => (
          <table className="kp-short">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th scope="col" key={column.name}>
                    {column.title}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={idOf(row)}>
                  <th scope="row">{head?.of(row)}</th>
                  {others.map((column) => (
                    <td key={column.name} className={column.isFigure && 'ks-figures'}>
                      {column.of(row)}
                    </td>
                  ))}
                  <td>
                    <ActionButton action={edit} subject={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Answered>
      {props.children}
    </section>
  );
}
