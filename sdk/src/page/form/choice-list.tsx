import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Tick } from '../icons.ts';
import type { FlatOption } from '../list/option-source.ts';
import { useKitText } from '../platform.ts';
import type { ChoiceProps } from './choice-props.ts';

/** A search box over a listbox: the box keeps the focus and its keys move through the list. */
export function ChoiceList(
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
    return Math.max(0, chosen === -1 ? props.flat.findIndex((option) => option.isDisabled !== true) : chosen);
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
    props.onChange(isChosen ? values.filter((value) => value !== option.value) : [...values, option.value]);
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
      <ul id={`${id}-list`} role="listbox" aria-label={props.label} aria-multiselectable={props.isMultiple}>
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
      <span className="kp-choice-tick">{isChosen && <Tick size={14} aria-hidden title={false} />}</span>
      <span>
        {isSearched ? option.path : option.label}
        {option.hint !== undefined && <span className="kp-muted kp-choice-hint"> {option.hint}</span>}
      </span>
    </li>
  );
}
