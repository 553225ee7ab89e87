import { Button, InputGroup, useText } from '@kituo/sdk';
import { auditOrders } from '@kituo/sdk/contracts';
import type { List } from '@kituo/sdk/page';
import { useId, useState } from 'react';
import type { ClipboardEvent, SyntheticEvent } from 'react';
import { recognize } from './recognize.ts';
import './orders.css';

/**
 * One box for whatever is at hand: an order number, a hundred of them, a phone, an ID number. It says what it
 * takes the text for, and asks the list for that alone.
 */
export function OrderBox<Row>(props: {
  readonly list: List<Row>;
  /** How many numbers may be looked for at once. */
  readonly most?: number;
}) {
  const { list, most = auditOrders.MAX_NUMBERS } = props;
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const found = recognize(typed);
  const isTooMany = found !== null && found.count > most;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (found === null || isTooMany) return;
    list.clearFilters();
    list.setFilter(found.kind, found.value);
  };
  // A list copied from a sheet has line breaks, which a box of one line would swallow.
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n\t]/.test(text)) return;
    event.preventDefault();
    setTyped(auditOrders.numbersIn(text).join(', '));
  };
  const hint =
    found === null
      ? null
      : isTooMany
        ? t('box.tooMany', { count: most })
        : t(`box.${found.kind}`, { count: found.count });
  return (
    <form className="au-box" role="search" aria-label={t('box.label')} onSubmit={submit}>
      <InputGroup
        id={id}
        className="au-box-input"
        aria-label={t('box.label')}
        aria-describedby={`${id}-hint`}
        aria-invalid={isTooMany}
        placeholder={t(most === 1 ? 'box.example' : 'box.exampleMany')}
        value={typed}
        onPaste={paste}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
      />
      <Button type="submit" text={t('box.find')} disabled={found === null || isTooMany} />
      <span id={`${id}-hint`} className={isTooMany ? 'au-box-hint au-wrong' : 'au-box-hint'} role="status">
        {hint}
      </span>
    </form>
  );
}
