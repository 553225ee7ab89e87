import { Button, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { formatAmount } from '../../format/money.ts';
import { normalizePhone, parseMoney } from '../../validate/validators.ts';
import { EyeOff, EyeOpen } from '../icons.ts';
import { useKitText } from '../platform.ts';
import { FieldFrame } from './field-frame.tsx';
import type { Controlled, FieldProps } from './field-frame.tsx';

export interface TextFieldProps<Name extends string = string> extends FieldProps<Name> {
  readonly maxLength?: number;
  readonly autoComplete?: string;
  /** True gives several lines. */
  readonly isLong?: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function inputProps({ id, isInvalid, isDisabled, describedBy, onBlur }: Controlled) {
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
          const { id, describedBy, isInvalid, onBlur } = controlled;
          return (
            <textarea
              id={id}
              rows={3}
              className="bp6-input bp6-fill"
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

/** A Kenyan phone: what is typed as 07… is offered as 2547…. */
export function PhoneField<Name extends string>(props: FieldProps<Name>) {
  const kit = useKitText();
  return (
    <FieldFrame
      {...props}
      hint={props.hint ?? kit('field.phoneHint')}
      draw={(controlled) => {
        const typed = textOf(controlled.value);
        const offered = normalizePhone(typed);
        const isOffered = offered !== typed && /^254\d{9}$/.test(offered);
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
  return <TextField {...props} maxLength={9} hint={props.hint ?? kit('field.idCardHint')} />;
}

/** Money typed in shillings, kept as integer cents; NaN while what is typed is no amount, so that it is refused. */
export function MoneyField<Name extends string>(
  props: FieldProps<Name> & { readonly isSigned?: boolean },
) {
  const kit = useKitText();
  return (
    <FieldFrame
      {...props}
      hint={props.hint ?? kit('message.money')}
      draw={(controlled) => (
        <MoneyInput controlled={controlled} isSigned={props.isSigned ?? false} />
      )}
    />
  );
}

function MoneyInput(props: { readonly controlled: Controlled; readonly isSigned: boolean }) {
  const { controlled, isSigned } = props;
  const { value } = controlled;
  const [typed, setTyped] = useState(() => (typeof value === 'number' ? formatAmount(value) : ''));
  return (
    <InputGroup
      {...inputProps(controlled)}
      className="kp-money"
      inputMode="decimal"
      autoComplete="off"
      leftElement={<span className="kp-currency">KES</span>}
      value={typed}
      onValueChange={(next) => {
        setTyped(next);
        const cents = parseMoney(next, { isSigned });
        controlled.onChange(next.trim() === '' ? null : (cents ?? Number.NaN));
      }}
      onBlur={() => {
        if (typeof value === 'number' && !Number.isNaN(value)) setTyped(formatAmount(value));
        controlled.onBlur();
      }}
    />
  );
}
