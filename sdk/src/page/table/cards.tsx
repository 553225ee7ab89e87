import { titleOf } from '../list/columns.ts';
import type { CellValue } from '../list/columns.ts';
import { Cell } from './cell.tsx';
import type { GridProps } from './grid.tsx';
import { RowActions } from './row-actions.tsx';
import { beginsGroup } from './row-groups.ts';
import { useKitText, usePluginText } from '../platform.ts';

/** How many columns a card shows. */
const CARD_COLUMNS = 5;

/** What the first column shows; a picture alone names nothing, and a number is copied elsewhere: the title is a button itself. */
function Title(props: { readonly value: CellValue; readonly name: string }) {
  return (
    <>
      <Cell value={props.value} isInTable={props.value.kind === 'number'} />
      {props.value.kind === 'picture' && ` ${props.name}`}
    </>
  );
}

/** The rows of a narrow window: cards of the first five columns. */
export function Cards<Row>(props: GridProps<Row>) {
  const { list, onOpen } = props;
  const t = usePluginText();
  const kit = useKitText();
  const [first, ...rest] = props.layout.columns.slice(0, CARD_COLUMNS);
  if (list.isFirstLoad || first === undefined) {
    return (
      <div className="kp-cards" aria-busy>
        {[0, 1, 2].map((index) => (
          <div key={index} className="kp-card bp6-skeleton kp-card-skeleton" aria-hidden />
        ))}
      </div>
    );
  }
  // Where a card has nothing to go to, the list itself is scrolled by keys.
  const hasStops = onOpen !== undefined || props.isSelectable;
  return (
    <ul className="kp-cards" aria-label={props.label} {...(!hasStops && { tabIndex: 0 })}>
      {list.rows.map((row, index) => {
        const name = props.nameOf(row);
        const isChosen = list.selection.has(list.idOf(row));
        return (
          <li key={list.idOf(row)} className={isChosen ? 'kp-card kp-card-chosen' : 'kp-card'}>
            {props.group && beginsGroup(props.group, list.rows, index) && (
              <p className="kp-card-group">{props.group.titleOf(row)}</p>
            )}
            <div className="kp-card-head">
              {props.isSelectable && (
                <label className="kp-card-check">
                  <input
                    type="checkbox"
                    aria-label={kit('list.select', { name })}
                    checked={isChosen}
                    onChange={() => {
                      list.selection.toggle(row);
                    }}
                  />
                </label>
              )}
              {onOpen ? (
                <button
                  type="button"
                  className="kp-card-title"
                  onClick={() => {
                    onOpen(row);
                  }}
                >
                  <Title value={first.valueOf(row)} name={name} />
                </button>
              ) : (
                <span className="kp-card-title">
                  <Title value={first.valueOf(row)} name={name} />
                </span>
              )}
            </div>
            <dl className="kp-card-values">
              {rest.map((column) => (
                <div key={column.key}>
                  <dt>{t(titleOf(column))}</dt>
                  <dd>
                    <Cell value={column.valueOf(row)} />
                  </dd>
                </div>
              ))}
            </dl>
            <RowActions row={row} name={name} actions={props.actions} />
          </li>
        );
      })}
    </ul>
  );
}
