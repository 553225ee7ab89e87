import { useEffect, useEffectEvent, useId } from 'react';
import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useKitText, usePluginText } from '../platform.ts';
import { useFieldCheck } from './field-checks.ts';
import type { FieldCheck } from './field-checks.ts';
import './fields.css';

export interface FieldProps<Name extends string = string> {
  /** The field of the request; also the locale key `field.<name>`. */
  readonly name: Name;
  /** In the place of the locale’s text: of rows that data names. */
  readonly label?: string;
  readonly isOptional?: boolean;
  /** Stands below until there is a message. */
  readonly hint?: string;
  readonly isDisabled?: boolean;
}

/** What a control needs of its field. */
export interface Controlled {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  readonly isInvalid: boolean;
  readonly isDisabled: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
}

/** Label above, control, below it the hint or in its place the message. */
export function FieldFrame(
  props: FieldProps & {
    readonly draw: (controlled: Controlled) => ReactNode;
    /** Said instead of the contract's words; the same function from one drawing to the next. */
    readonly check?: FieldCheck;
    /** True where the field is several controls, each with a name of its own. */
    readonly isGroup?: boolean;
  },
) {
  const { name, hint } = props;
  useFieldCheck(name, props.check);
  const t = usePluginText();
  const kit = useKitText();
  const id = useId();
  const { field, fieldState } = useController({ name });
  const { trigger } = useFormContext();
  const recheck = useEffectEvent(() => {
    if (fieldState.error?.type === 'field') void trigger(name);
  });
  // What was wrong may have been looked up since: the check is another one then.
  useEffect(() => {
    recheck();
  }, [props.check]);
  const message = fieldState.error?.message;
  const note = message ?? hint;
  const label = props.label ?? t(`field.${name}`);
  const title = (
    <>
      {label}
      {props.isOptional === true && <span className="kp-muted">{kit('field.optional')}</span>}
    </>
  );
  return (
    <div
      className="kp-field"
      data-invalid={message === undefined ? undefined : ''}
      {...(props.isGroup === true && { role: 'group', 'aria-labelledby': `${id}-label` })}
    >
      {props.isGroup === true ? (
        <span id={`${id}-label`} className="kp-field-title">
          {title}
        </span>
      ) : (
        <label htmlFor={id}>{title}</label>
      )}
      {props.draw({
        id,
        label,
        value: field.value,
        isInvalid: message !== undefined,
        isDisabled: props.isDisabled ?? false,
        describedBy: note === undefined ? undefined : `${id}-note`,
        onChange: field.onChange,
        onBlur: field.onBlur,
      })}
      {note !== undefined && (
        <div
          id={`${id}-note`}
          className={message === undefined ? 'kp-note' : 'kp-note kp-note-wrong'}
          role={message === undefined ? undefined : 'alert'}
        >
          {note}
        </div>
      )}
    </div>
  );
}
