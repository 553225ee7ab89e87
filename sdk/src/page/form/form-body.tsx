import { Button, Callout } from '@blueprintjs/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiError } from '../../api/api-error.ts';
import type { Action } from '../action/use-action.ts';
import { useKitText } from '../platform.ts';
import { contractResolver } from './contract-resolver.ts';
import { fieldAt } from './field-at.ts';
import { FieldChecksContext } from './field-checks.ts';
import type { FieldChecks } from './field-checks.ts';
import { usePlacedMessage } from './placed-message.ts';
import { useDraft } from './use-draft.ts';
import type { KeptDraft } from './use-draft.ts';
import type { Leaving } from './use-leaving.ts';

export interface FormProps<Subject, Values extends FieldValues> {
  readonly action: Action<Subject, Values>;
  /** What the fields start with. */
  readonly defaults: (subject: Subject) => Values;
  readonly children: ReactNode | ((subject: Subject) => ReactNode);
  /** Never kept over a reload: passwords. */
  readonly secretFields?: readonly string[];
}

export interface FormBodyProps<Subject, Values extends FieldValues> extends FormProps<Subject, Values> {
  readonly subject: Subject;
  readonly leaving: Leaving;
  readonly bodyClass: string;
  readonly footClass: string;
}

/** The fields of an action, its messages beside them, and the buttons that send or leave it. */
export function FormBody<Subject, Values extends FieldValues>(props: FormBodyProps<Subject, Values>) {
  const { action, subject } = props;
  const kit = useKitText();
  const placed = usePlacedMessage();
  const element = useRef<HTMLFormElement>(null);
  const [checks] = useState<FieldChecks>(() => new Map());
  const toRequest = (values: Values): unknown => action.toRequest(subject, values);
  const form = useForm<Values>({
    defaultValues: props.defaults(subject) as DefaultValues<Values>,
    resolver: contractResolver(action.endpoint, toRequest, { kit, checks, placed }),
    shouldFocusError: false,
    mode: 'onTouched',
  });
  const { secretFields = [] } = props;
  const draft = useDraft(form, action, { subject, secretFields });
  const { isDirty } = form.formState;
  const { tell, leave } = props.leaving;
  useEffect(() => {
    tell(isDirty);
    return () => {
      tell(false);
    };
  }, [isDirty, tell]);

  const focusFirstFault = (): void => {
    // After the messages are drawn, in the order people read.
    requestAnimationFrame(() => {
      element.current
        ?.querySelector<HTMLElement>('[data-invalid] :is(input, button, select, textarea):not([disabled])')
        ?.focus();
    });
  };
  const send = form.handleSubmit(async (values) => {
    await action.submit(values, Object.keys(values));
  }, focusFirstFault);
  useServerMessages(form, action.error, focusFirstFault);

  return (
    <FieldChecksContext value={checks}>
      <FormProvider {...form}>
        <form
          ref={element}
          noValidate
          className="kp-form"
          onSubmit={(event) => {
            void send(event);
          }}
        >
          <div className={props.bodyClass}>
            {draft !== null && <DraftOffer draft={draft} />}
            <FormFault error={action.error} fields={Object.keys(form.getValues())} />
            <StrayFaults form={form} checks={checks} />
            {typeof props.children === 'function' ? props.children(subject) : props.children}
          </div>
          <div className={props.footClass}>
            <Button text={kit('cancel')} disabled={action.isPending} onClick={leave} />
            <Button
              type="submit"
              intent={action.isDangerous ? 'danger' : 'primary'}
              text={action.textOf('submit')}
              loading={action.isPending}
            />
          </div>
        </form>
      </FormProvider>
    </FieldChecksContext>
  );
}

/** What a reload kept of this form: the person decides, for the record may have changed meanwhile. */
function DraftOffer({ draft }: { readonly draft: KeptDraft }) {
  const kit = useKitText();
  return (
    <Callout intent="primary" className="kp-fault" role="status" icon={null}>
      {kit('form.draftKept')}
      <div className="kp-draft">
        <Button size="small" text={kit('form.draftUse')} onClick={draft.restore} />
        <Button size="small" variant="minimal" text={kit('form.draftDrop')} onClick={draft.drop} />
      </div>
    </Callout>
  );
}

/** What the server said that belongs to no field of this form. */
function FormFault(props: { readonly error: ApiError | null; readonly fields: readonly string[] }) {
  const { error, fields } = props;
  const kit = useKitText();
  const placed = usePlacedMessage();
  if (error === null) return null;
  const areAllBeside =
    error.fields.length > 0 && error.fields.every(({ field }) => fieldAt(field.split('.'), fields) !== undefined);
  if (areAllBeside) return null;
  return (
    <Callout intent="danger" className="kp-fault" role="alert" icon={null}>
      {error.msg}
      {error.fields.flatMap(({ field, msg }) => {
        const path = field.split('.');
        if (msg === error.msg || fieldAt(path, fields) !== undefined) return [];
        return [<div key={field}>{placed(msg, path, null)}</div>];
      })}
      {error.isNetwork && <div>{kit('form.network')}</div>}
    </Callout>
  );
}

/**
 * Messages about what this form draws no field for: the number of rows, a value that is hidden. What is still empty
 * may be drawn once a field that is wrong is answered: it is not missed before.
 */
function StrayFaults<Values extends FieldValues>(props: {
  readonly form: UseFormReturn<Values>;
  readonly checks: FieldChecks;
}) {
  const { errors } = props.form.formState;
  const isDrawnAtFault = Object.keys(errors).some((name) => props.checks.has(name));
  const values: Readonly<Record<string, unknown>> = props.form.getValues();
  const messages = Object.entries(errors).flatMap(([name, fault]) => {
    const message = fault?.message;
    const isLater = isDrawnAtFault && (values[name] === null || values[name] === '');
    return props.checks.has(name) || isLater || typeof message !== 'string' ? [] : [message];
  });
  if (messages.length === 0) return null;
  return (
    <Callout intent="danger" className="kp-fault" role="alert" icon={null}>
      {[...new Set(messages)].map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Callout>
  );
}

/** Puts the server's messages beside their fields, once for each answer. */
function useServerMessages<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: ApiError | null,
  focusFirstFault: () => void,
): void {
  const shown = useRef<ApiError | null>(null);
  const placed = useEffectEvent(usePlacedMessage());
  useEffect(() => {
    if (error === shown.current) return;
    shown.current = error;
    if (error === null || error.fields.length === 0) return;
    const names = Object.keys(form.getValues());
    for (const { field, msg } of error.fields) {
      const path = field.split('.');
      const name = fieldAt(path, names);
      if (name !== undefined) form.setError(name as Path<Values>, { type: 'server', message: placed(msg, path, name) });
    }
    focusFirstFault();
  }, [error, form, focusFirstFault]);
}
