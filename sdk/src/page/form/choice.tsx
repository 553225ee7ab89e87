import { Button } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { ChevronDown, Cross } from '../icons.ts';
import { flattenOptions } from '../list/option-source.ts';
import { useKitText } from '../platform.ts';
import { ChoiceList } from './choice-list.tsx';
import { Popover } from '../parts/popover.tsx';
import type { ChoiceProps } from './choice-props.ts';

/**
 * Chooses from a searched list or tree, one value or several: a button that shows what is chosen and
 * opens a search box over a listbox. Arrows move, Enter chooses, Escape closes.
 */
export function Choice(props: ChoiceProps) {
  const { values, source, onChange } = props;
  const kit = useKitText();
  const [isOpen, setOpen] = useState(false);
  const flat = flattenOptions(source.options);
  const chosen = values.map((value) => flat.find((option) => option.value === value)?.label ?? value);
  const shown = chosen.length > 2 ? `${chosen[0]}, +${chosen.length - 1}` : chosen.join(', ');
  const placeholder = props.placeholder ?? kit('field.choose');
  const root = useRef<HTMLSpanElement>(null);
  const returnsFocus = useRef(false);
  // The search box goes with the list: without this the keys would start at the top of the page. Not
  // before the list is gone, for it holds the focus until then.
  const returnFocus = (): void => {
    if (returnsFocus.current) root.current?.querySelector('button')?.focus({ preventScroll: true });
    returnsFocus.current = false;
  };
  const close = (): void => {
    returnsFocus.current = document.activeElement?.closest('.kp-choice-list') != null;
    setOpen(false);
    props.onBlur?.();
  };
  return (
    <span className="kp-choice" ref={root}>
      <Popover
        isOpen={isOpen}
        fill
        kind="listbox"
        onClosed={returnFocus}
        placement="bottom-start"
        onInteraction={(next) => {
          if (next) setOpen(props.isDisabled !== true);
          else close();
        }}
        content={<ChoiceList {...props} flat={flat} onClose={close} />}
      >
        <Button
          id={props.id}
          fill
          disabled={props.isDisabled ?? false}
          alignText="start"
          ellipsizeText
          className={props.isInvalid === true ? 'kp-choice-button kp-invalid' : 'kp-choice-button'}
          aria-label={`${props.label}: ${chosen.length === 0 ? placeholder : shown}`}
          aria-describedby={props.describedBy}
          aria-expanded={isOpen}
          data-first-filter={props.isFirstFilter === true ? '' : undefined}
          title={chosen.join('\n')}
          text={chosen.length === 0 ? <span className="kp-muted">{placeholder}</span> : shown}
          endIcon={<ChevronDown size={14} aria-hidden title={false} />}
        />
      </Popover>
      {values.length > 0 && props.isDisabled !== true && (
        <button
          type="button"
          className="kp-clear"
          aria-label={`${kit('field.clear')}: ${props.label}`}
          onClick={() => {
            onChange([]);
          }}
        >
          <Cross size={12} aria-hidden title={false} />
        </button>
      )}
    </span>
  );
}
