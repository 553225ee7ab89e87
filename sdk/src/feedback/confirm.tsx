import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { hostScope, useText } from '../scope/use-plugin-scope.ts';
import type { PluginScope } from '../scope/scope.ts';

/** What a confirmation asks. */
export interface ConfirmOptions {
  readonly title: string;
  /** Names the amount, the number of people and what cannot be undone. */
  readonly text: ReactNode;
  /** A verb: "Freeze 3 users". */
  readonly confirmText: string;
  /** "Cancel" unless said otherwise. */
  readonly cancelText?: string;
  /** `danger` for what cannot be undone. */
  readonly intent?: 'primary' | 'danger';
}

function Question(props: ConfirmOptions & { readonly answer: (isConfirmed: boolean) => void }) {
  const t = useText('sdk');
  // Ctrl+Enter confirms from either button; a key that is held down since before the question does not.
  const confirmByKeys = (event: KeyboardEvent): void => {
    if (!event.ctrlKey || event.key !== 'Enter' || event.repeat) return;
    event.preventDefault();
    event.stopPropagation();
    props.answer(true);
  };
  return (
    <>
      <DialogBody>{props.text}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              // The harmless answer has the focus, so that Enter typed too early does no harm.
              autoFocus
              onKeyDown={confirmByKeys}
              text={props.cancelText ?? t('action.cancel')}
              onClick={() => {
                props.answer(false);
              }}
            />
            <Button
              intent={props.intent ?? 'primary'}
              text={props.confirmText}
              onKeyDown={confirmByKeys}
              onClick={() => {
                props.answer(true);
              }}
            />
          </>
        }
      />
    </>
  );
}

/**
 * Asks before something is done. Resolves with true only when it was confirmed.
 *
 * @example if (await confirm({ title, text, confirmText }, scope)) await freeze();
 */
export async function confirm(options: ConfirmOptions, scope: PluginScope = hostScope): Promise<boolean> {
  const modal = scope.openModal<boolean>({
    title: options.title,
    hasClose: false,
    content: (close) => <Question {...options} answer={close} />,
  });
  return (await modal.closed) === true;
}
