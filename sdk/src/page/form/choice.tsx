import { Button, PopoverNext, PopupKind } from '@blueprintjs/core';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { ChevronDown, Cross, Tick } from '../icons.ts';
import { flattenOptions } from '../list/option-source.ts';
import type { FlatOption } from '../list/option-source.ts';
import type { OptionsState } from '../list/use-options.ts';
import { useKitText } from '../platform.ts';

export interface ChoiceProps {
  readonly id?: string;
  readonly label: string;
  readonly source: OptionsState;
  readonly values: readonly string[];
  /** Several values may be chosen; the list stays open meanwhile. */
  readonly isMultiple: boolean;
  readonly onChange: (values: readonly string[]) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  readonly isInvalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly isFirstFilter?: boolean;
  readonly isDisabled?: boolean;
}

/**
 * Chooses from a searched list or tree, one value or several: a button that shows what is chosen and
 * opens a search box over a listbox. Arrows move, Enter chooses, Escape closes.
 */
export function Choice(props: ChoiceProps) {
  const { values, source, onChange } = props;
  const kit = useKitText();
  const [isOpen, setOpen] = useState(false);
  const flat = flattenOptions(source.options);
  const chosen = values.map(
    (value) => flat.find((option) => option.value === value)?.label ?? value,
  );
  const shown = chosen.length > 2 ? `${chosen[0]}, +${chosen.length - 1}` : chosen.join(', ');
  const placeholder = props.placeholder ?? kit('field.choose');
  const root = useRef<HTMLSpanElement>(null);
  const returnsFocus = useRef(false);
  // The search box goes with the list: without this the keys would start at the top of the page. Not
  // before the list is gone, for it holds the focus until then.
  const returnFocus = (): void => {
    if (returnsFocus.current) root.current?.querySelector('button')?.focus();
    returnsFocus.current = false;
  };
  const close = (): void => {
    returnsFocus.current = document.activeElement?.closest('.kp-choice-list') != null;
    setOpen(false);
    props.onBlur?.();
  };
  return (
    <span className="kp-choice" ref={root}>
      <PopoverNext
        isOpen={isOpen}
        fill
        arrow={false}
        popupKind={PopupKind.LISTBOX}
        onClosed={returnFocus}
        animation="minimal"
        matchTargetWidth={false}
        placement="bottom-start"
        transitionDuration={0}
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
      </PopoverNext>
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

function ChoiceList(
  props: ChoiceProps & { readonly flat: readonly FlatOption[]; readonly onClose: () => void },
) {
  const { source, values } = props;
  const kit = useKitText();
  const id = useId();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = props.flat.filter((option) => option.path.toLowerCase().includes(wanted));
  const [held, setActive] = useState(() => {
    const chosen = props.flat.findIndex((option) => option.value === values[0]);
    return Math.max(
      0,
      chosen === -1 ? props.flat.findIndex((option) => option.isDisabled !== true) : chosen,
    );
  });
  const active = Math.min(held, Math.max(0, found.length - 1));

  const choose = (option: FlatOption | undefined): void => {
    if (option === undefined || option.isDisabled === true) return;
    if (!props.isMultiple) {
      props.onChange([option.value]);
      props.onClose();
      return;
    }
    const isChosen = values.includes(option.value);
    props.onChange(
      isChosen ? values.filter((value) => value !== option.value) : [...values, option.value],
    );
  };
  // Chosen when the key goes up: the focus goes back to the button, which would take the rest of the
  // stroke for a click and open again.
  const isPressed = useRef(false);
  const release = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !isPressed.current) return;
    isPressed.current = false;
    choose(found[active]);
  };
  const press = (event: KeyboardEvent): void => {
    const last = found.length - 1;
    if (event.key === 'ArrowDown') setActive(Math.min(last, active + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
    else if (event.key === 'Enter') isPressed.current = true;
    else return;
    event.preventDefault();
    const to = event.key === 'ArrowDown' ? Math.min(last, active + 1) : Math.max(0, active - 1);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="kp-choice-list">
      <input
        // The box was opened to be searched.
        autoFocus
        className="bp6-input bp6-fill"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        aria-label={`${kit('filter.search')}: ${props.label}`}
        placeholder={kit('filter.search')}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
        onKeyUp={release}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={props.label}
        aria-multiselectable={props.isMultiple}
      >
        {found.map((option, index) => (
          <ChoiceItem
            key={option.value}
            id={`${id}-${index}`}
            option={option}
            isActive={index === active}
            isChosen={values.includes(option.value)}
            isSearched={wanted !== ''}
            onChoose={choose}
          />
        ))}
      </ul>
      {source.isLoading && <p className="kp-choice-note">{kit('loading')}</p>}
      {source.hasFailed && (
        <p className="kp-choice-note" role="alert">
          {kit('field.optionsFailed')}{' '}
          <button type="button" className="ks-link-button" onClick={source.retry}>
            {kit('retry')}
          </button>
        </p>
      )}
      {!source.isLoading && !source.hasFailed && found.length === 0 && (
        <p className="kp-choice-note">{kit('field.noMatch', { text: search })}</p>
      )}
    </div>
  );
}

/** One option. Its keys are the search box's: that keeps the focus and points here. */
function ChoiceItem(props: {
  readonly id: string;
  readonly option: FlatOption;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly isSearched: boolean;
  readonly onChoose: (option: FlatOption) => void;
}) {
  const { option, isActive, isChosen, isSearched } = props;
  return (
    <li
      id={props.id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={option.isDisabled}
      data-active={isActive ? '' : undefined}
      style={{ paddingInlineStart: 8 + (isSearched ? 0 : option.depth * 16) }}
      onMouseDown={(event) => {
        // The focus stays in the search box.
        event.preventDefault();
      }}
      onClick={() => {
        props.onChoose(option);
      }}
    >
      <span className="kp-choice-tick">
        {isChosen && <Tick size={14} aria-hidden title={false} />}
      </span>
      <span>
        {isSearched ? option.path : option.label}
        {option.hint !== undefined && (
          <span className="kp-muted kp-choice-hint"> {option.hint}</span>
        )}
      </span>
    </li>
  );
}
