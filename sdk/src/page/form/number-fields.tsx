import { InputGroup, Switch } from '@blueprintjs/core';
import { useState } from 'react';
import { formatAmount } from '../../format/money.ts';
import { messageText } from '../../validate/message-text.ts';
import { parseMoney } from '../../validate/validators.ts';
import { useKitText } from '../platform.ts';
import type { FieldCheck } from './field-checks.ts';
import { FieldFrame } from './field-frame.tsx';
import type { Controlled, FieldProps } from './field-frame.tsx';
import { inputProps } from './text-fields.tsx';

/** What is in the form while something is typed that is no number: a contract refuses it as well. */
const NO_NUMBER = Number.NaN;
const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

const wrongMoney = (key: string): FieldCheck => {
  return (value) => (Number.isNaN(value) ? messageText({ key }) : null);
};
const checkMoney = wrongMoney('validate.moneyUnsigned');
const checkSignedMoney = wrongMoney('validate.money');

/**
 * Money typed in shillings, kept as integer cents: thousands separators are stripped, no leading zeros, at
 * most two decimals, a minus where `isSigned`. An emptied field is null.
 */
export function MoneyField<Name extends string>(props: FieldProps<Name> & { readonly isSigned?: boolean }) {
  const kit = useKitText();
  const isSigned = props.isSigned ?? false;
  return (
    <FieldFrame
      {...props}
      hint={props.hint ?? kit('message.money')}
      check={isSigned ? checkSignedMoney : checkMoney}
      draw={(controlled) => (
        <TypedNumber
          controlled={controlled}
          read={(typed) => parseMoney(typed, { isSigned })}
          write={formatAmount}
          inputMode="decimal"
          className="kp-money"
          leftElement={<span className="kp-currency">KES</span>}
        />
      )}
    />
  );
}

/** A whole number, its thousands separators stripped; an emptied field is null. */
export function NumberField<Name extends string>(
  props: FieldProps<Name> & {
    /** What is counted: `%`, `days`. */
    readonly unit?: string;
  },
) {
  const kit = useKitText();
  const [check] = useState<FieldCheck>(
    () => (value: unknown) => (Number.isNaN(value) ? kit('message.wholeNumber') : null),
  );
  return (
    <FieldFrame
      {...props}
      check={check}
      draw={(controlled) => (
        <TypedNumber
          controlled={controlled}
          read={wholeNumberOf}
          write={String}
          inputMode="numeric"
          {...(props.unit !== undefined && {
            rightElement: <span className="kp-currency">{props.unit}</span>,
          })}
        />
      )}
    />
  );
}

/** A number with decimals, at most `digits` of them; an emptied field is null. */
export function DecimalField<Name extends string>(
  props: FieldProps<Name> & {
    /** How many at most; 2 unless said otherwise. */
    readonly digits?: number;
    /** What is measured: `%`, `km`. */
    readonly unit?: string;
  },
) {
  const { digits = 2 } = props;
  const kit = useKitText();
  const [check] = useState<FieldCheck>(
    () => (value: unknown) => (Number.isNaN(value) ? kit('field.decimal', { count: digits }) : null),
  );
  return (
    <FieldFrame
      {...props}
      check={check}
      draw={(controlled) => (
        <TypedNumber
          controlled={controlled}
          read={(typed) => decimalOf(typed, digits)}
          write={String}
          inputMode="decimal"
          {...(props.unit !== undefined && {
            rightElement: <span className="kp-currency">{props.unit}</span>,
          })}
        />
      )}
    />
  );
}

function decimalOf(typed: string, digits: number): number | null {
  const plain = typed.trim().replaceAll(',', '');
  const [, , fraction = ''] = /^(-?(?:0|[1-9]\d{0,14}))(?:\.(\d+))?$/.exec(plain) ?? [];
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(plain) && fraction.length <= digits ? Number(plain) : null;
}

function wholeNumberOf(typed: string): number | null {
  const plain = typed.trim().replaceAll(',', '');
  const read = /^-?(?:0|[1-9]\d*)$/.test(plain) ? Number(plain) : NO_NUMBER;
  return Number.isSafeInteger(read) ? read : null;
}

function TypedNumber(props: {
  readonly controlled: Controlled;
  readonly read: (typed: string) => number | null;
  readonly write: (value: number) => string;
  readonly inputMode: 'decimal' | 'numeric';
  readonly className?: string;
  readonly leftElement?: React.JSX.Element;
  readonly rightElement?: React.JSX.Element;
}) {
  const { controlled, read, write, ...look } = props;
  const { value } = controlled;
  const written = isNumber(value) ? write(value) : '';
  const [typed, setTyped] = useState(written);
  // A value that came from elsewhere (a draft put back, another field) replaces what was typed.
  const isTyped = isNumber(value) ? read(typed) === value : Number.isNaN(value);
  return (
    <InputGroup
      {...inputProps(controlled)}
      {...look}
      autoComplete="off"
      value={isTyped ? typed : written}
      onValueChange={(next) => {
        setTyped(next);
        controlled.onChange(next.trim() === '' ? null : (read(next) ?? NO_NUMBER));
      }}
      onBlur={() => {
        if (isNumber(value)) setTyped(written);
        controlled.onBlur();
      }}
    />
  );
}

/** Yes or no, taking effect with the form. */
export function SwitchField<Name extends string>(props: FieldProps<Name>) {
  return (
    <FieldFrame
      {...props}
      draw={({ id, value, isDisabled, describedBy, isInvalid, onChange, onBlur }) => (
        <Switch
          id={id}
          className="kp-switch"
          checked={value === true}
          disabled={isDisabled}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          onBlur={onBlur}
          onChange={(event) => {
            onChange(event.currentTarget.checked);
          }}
        />
      )}
    />
  );
}
