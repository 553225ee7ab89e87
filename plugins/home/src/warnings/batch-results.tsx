import { ModalBody, useText } from '@kituo/sdk';
import type { WarningRow } from './warning-row.ts';

export interface BatchItem {
  readonly warningNo: string;
  readonly done: boolean;
  readonly reason: string | null;
}

/** What became of each warning of a batch: those that were left as they are first, each with why. */
export function BatchResults(props: { readonly items: readonly BatchItem[]; readonly rows: readonly WarningRow[] }) {
  const t = useText();
  const subjects = new Map(props.rows.map(({ warningNo, subject }) => [warningNo, subject]));
  const items = props.items.toSorted((one, other) => Number(one.done) - Number(other.done));
  return (
    <ModalBody>
      <ul className="warning-results">
        {items.map(({ warningNo, done, reason }) => (
          <li key={warningNo} className={done ? 'warning-done' : 'warning-left'}>
            <b>{subjects.get(warningNo) ?? warningNo}</b>
            <span>{done ? t('warning.itemDone') : reason}</span>
          </li>
        ))}
      </ul>
    </ModalBody>
  );
}
