import { Button, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { normalizePhone } from '../../validate/normalize-phone.ts';
import { validatePhone } from '../../validate/validators.ts';
import { EyeOff, EyeOpen } from '../icons.ts';
import { useKitText } from '../platform.ts';
import type { FieldCheck } from './field-checks.ts';
import { FieldFrame } from './field-frame.tsx';
import type { Controlled, FieldProps } from './field-frame.tsx';

export interface TextFieldProps<Name extends string = string> extends FieldProps<Name> {
  readonly maxLength?: number;
  readonly autoComplete?: string;
  /** `numeric` brings up a telephone's digits. */
  readonly inputMode?: 'numeric' | 'email' | 'url';
  /** True gives several lines. */
  readonly isLong?: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What an input takes from its field. */
export function inputProps({ id, isInvalid, isDisabled, describedBy, onBlur }: Controlled) {
  return {
    id,
    onBlur,
    disabled: isDisabled,
    intent: isInvalid ? ('danger' as const) : ('none' as const),
    'aria-invalid': isInvalid,
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
  };
}

/** Words. An emptied optional field is null. */
export function TextField<Name extends string>(props: TextFieldProps<Name>) {
  return (
    <FieldFrame
      {...props}
      draw={(controlled) => {
        const change = (typed: string): void => {
          controlled.onChange(typed === '' && props.isOptional === true ? null : typed);
        };
        if (props.isLong === true) {
          const { id, describedBy, isInvalid, isDisabled, onBlur } = controlled;
          return (
            <textarea
              id={id}
              rows={3}
              className="bp6-input bp6-fill"
              disabled={isDisabled}
              aria-invalid={isInvalid}
              aria-describedby={describedBy}
              maxLength={props.maxLength}
              value={textOf(controlled.value)}
              onBlur={onBlur}
              onChange={(event) => {
                change(event.target.value);
              }}
            />
          );
        }
        return (
          <InputGroup
            {...inputProps(controlled)}
            autoComplete={props.autoComplete ?? 'off'}
            {...(props.maxLength !== undefined && { maxLength: props.maxLength })}
            {...(props.inputMode !== undefined && { inputMode: props.inputMode })}
            value={textOf(controlled.value)}
            onValueChange={change}
          />
        );
      }}
    />
  );
}

/** A password, shown on demand. */
export function PasswordField<Name extends string>(props: TextFieldProps<Name>) {
  const kit = useKitText();
  const [isShown, setShown] = useState(false);
  const Eye = isShown ? EyeOff : EyeOpen;
  return (
    <FieldFrame
      {...props}
      draw={(controlled) => (
        <InputGroup
          {...inputProps(controlled)}
          type={isShown ? 'text' : 'password'}
          autoComplete={props.autoComplete ?? 'new-password'}
          value={textOf(controlled.value)}
          onValueChange={controlled.onChange}
          rightElement={
            <Button
              variant="minimal"
              aria-pressed={isShown}
              aria-label={kit(isShown ? 'field.hide' : 'field.show')}
              icon={<Eye aria-hidden title={false} />}
              onClick={() => {
                setShown(!isShown);
              }}
            />
          }
        />
      )}
    />
  );
}

export interface PhoneFieldProps<Name extends string = string> extends FieldProps<Name> {
  /** What else is wrong with a number: that nobody has it. The same function from one drawing to the next. */
  readonly check?: FieldCheck;
}

/** A Kenyan phone: what is typed as 07… is offered as 2547…. */
export function PhoneField<Name extends string>(props: PhoneFieldProps<Name>) {
  const kit = useKitText();
  return (
    <FieldFrame
      {...props}
      hint={props.hint ?? kit('field.phoneHint')}
      draw={(controlled) => {
        const typed = textOf(controlled.value);
        const offered = normalizePhone(typed);
        const isOffered = offered !== typed && validatePhone(offered) === null;
        return (
          <>
            <InputGroup
              {...inputProps(controlled)}
              type="tel"
              inputMode="tel"
              autoComplete="off"
              value={typed}
              onValueChange={(next) => {
                controlled.onChange(next === '' && props.isOptional === true ? null : next);
              }}
            />
            {isOffered && (
              <Button
                size="small"
                variant="minimal"
                intent="primary"
                className="kp-offer"
                text={kit('field.phoneOffer', { phone: offered })}
                onClick={() => {
                  controlled.onChange(offered);
                }}
              />
            )}
          </>
        );
      }}
    />
  );
}

/** A Kenyan ID card number: 7 to 9 digits. */
export function IdCardField<Name extends string>(props: FieldProps<Name>) {
  const kit = useKitText();
  return <TextField {...props} maxLength={9} inputMode="numeric" hint={props.hint ?? kit('field.idCardHint')} />;
}
