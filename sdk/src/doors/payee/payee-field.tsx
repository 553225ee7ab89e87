import { useText } from '@kituo/sdk';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { PAYEE_TEXTS } from './payee-texts.ts';

/** A label, the control, and below it the message or a hint. */
export function PayeeField(props: {
  readonly name: string;
  /** The field of the request, where it is not the name. */
  readonly path?: string;
  readonly isRequired?: boolean;
  readonly hint?: string;
  readonly fault: string | undefined;
  readonly children: (id: string) => ReactNode;
}) {
  const { name, fault, hint } = props;
  const t = useText(PAYEE_TEXTS);
  const id = useId();
  return (
    <div className="payee-field" data-field={props.path ?? name} data-invalid={fault === undefined ? undefined : true}>
      <label htmlFor={id}>
        {t(`field.${name}`)}
        {props.isRequired === true && <span className="payee-required"> *</span>}
      </label>
      {props.children(id)}
      {fault === undefined ? (
        hint !== undefined && <p className="kp-muted">{hint}</p>
      ) : (
        <p className="payee-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
