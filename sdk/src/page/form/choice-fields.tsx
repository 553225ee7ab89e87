import { HTMLSelect, SegmentedControl } from '@blueprintjs/core';
import type { Dictionary } from '../list/dictionary.ts';
import type { OptionSource } from '../list/option-source.ts';
import { useOptions } from '../list/use-options.ts';
import { useKitText } from '../platform.ts';
import { Choice } from './choice.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps } from './field-frame.tsx';

const valuesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Where choices come from: a dictionary that is written out, or a source that is asked. */
export type Choices = Dictionary | OptionSource;

const sourceOf = (choices: Choices): OptionSource =>
  'codes' in choices ? { kind: 'dictionary', dictionary: choices } : choices;

/** One of a short list, by the browser's own select. An optional field left empty is null. */
export function SelectField<Name extends string>(props: FieldProps<Name> & { readonly options: Choices }) {
  const kit = useKitText();
  const { options, isLoading, hasFailed, retry } = useOptions(sourceOf(props.options));
  return (
    <FieldFrame
      {...props}
      draw={({ id, value, isInvalid, isDisabled, describedBy, onChange, onBlur }) => (
        <>
          <HTMLSelect
            id={id}
            fill
            disabled={isDisabled}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
            value={typeof value === 'string' ? value : ''}
            onBlur={onBlur}
            onChange={(event) => {
              onChange(event.target.value === '' ? null : event.target.value);
            }}
          >
            {(props.isOptional === true || typeof value !== 'string') && (
              <option value="">{kit(isLoading ? 'loading' : 'field.choose')}</option>
            )}
            {typeof value === 'string' && !options.some((option) => option.value === value) && (
              // Retired since: it stands until another is chosen.
              <option value={value}>{value}</option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </HTMLSelect>
          {hasFailed && <ChoicesFailed retry={retry} />}
        </>
      )}
    />
  );
}

/** What is below a control whose choices could not be read. */
export function ChoicesFailed(props: { readonly retry: () => void }) {
  const kit = useKitText();
  return (
    <p className="kp-note" role="alert">
      {kit('field.optionsFailed')}{' '}
      <button type="button" className="ks-link-button" onClick={props.retry}>
        {kit('retry')}
      </button>
    </p>
  );
}

/** One of two or three, all in sight. */
export function SegmentedField<Name extends string>(props: FieldProps<Name> & { readonly options: Dictionary }) {
  const { options } = useOptions({ kind: 'dictionary', dictionary: props.options });
  return (
    <FieldFrame
      {...props}
      draw={({ id, label, value, isDisabled, onChange }) => (
        <div id={id} className="kp-segmented">
          <SegmentedControl
            fill
            disabled={isDisabled}
            aria-label={label}
            options={options.map((option) => ({ value: option.value, label: option.label }))}
            value={typeof value === 'string' ? value : ''}
            onValueChange={onChange}
          />
        </div>
      )}
    />
  );
}

/** One of a long list or a tree, with a search box. An optional field left empty is null. */
export function TreeSelectField<Name extends string>(props: FieldProps<Name> & { readonly source: OptionSource }) {
  const source = useOptions(props.source);
  return (
    <FieldFrame
      {...props}
      draw={({ id, label, value, isInvalid, isDisabled, describedBy, onChange, onBlur }) => (
        <Choice
          id={id}
          label={label}
          source={source}
          isInvalid={isInvalid}
          isDisabled={isDisabled}
          describedBy={describedBy}
          onBlur={onBlur}
          isMultiple={false}
          values={typeof value === 'string' && value !== '' ? [value] : []}
          onChange={(values) => {
            onChange(values[0] ?? null);
          }}
        />
      )}
    />
  );
}

/** Several of a list or a tree, with a search box; the list stays open while one chooses. */
export function MultiSelectField<Name extends string>(props: FieldProps<Name> & { readonly source: OptionSource }) {
  const source = useOptions(props.source);
  return (
    <FieldFrame
      {...props}
      draw={({ id, label, value, isInvalid, isDisabled, describedBy, onChange, onBlur }) => (
        <Choice
          id={id}
          label={label}
          source={source}
          isInvalid={isInvalid}
          isDisabled={isDisabled}
          describedBy={describedBy}
          onBlur={onBlur}
          onChange={onChange}
          isMultiple
          values={valuesOf(value)}
        />
      )}
    />
  );
}
