import type { ReactNode } from 'react';
import type { PluginScope } from '../scope/plugin-scope.ts';
import { createValue } from '../state/store.ts';
import type { ReadableValue } from '../state/store.ts';
import type { ModalOptions, ModalHandle } from './modal-options.ts';
export type { ModalOptions, ModalHandle } from './modal-options.ts';

/** A modal as the host draws it. */
export interface ModalEntry {
  readonly id: number;
  readonly title: string;
  readonly width: string;
  readonly hasClose: boolean;
  readonly scope: PluginScope | null;
  readonly draw: () => ReactNode;
  readonly close: () => void;
}

const modals = createValue<readonly ModalEntry[]>([]);
let lastId = 0;

/** The open modals, the newest on top. */
export const modals$: ReadableValue<readonly ModalEntry[]> = modals;

/**
 * Opens a modal. It is not closed by Escape or a click outside and is destroyed when it closes.
 *
 * @example const { closed } = openModal<string>({ title, content: (close) => <Rename onSaved={close} /> });
 */
export function openModal<Result = never>(
  options: ModalOptions<Result>,
  scope: PluginScope | null = null,
): ModalHandle<Result> {
  lastId += 1;
  const id = lastId;
  let settle: (result: Result | undefined) => void = () => undefined;
  const closed = new Promise<Result | undefined>((resolve) => {
    settle = resolve;
  });
  const close = (result?: Result): void => {
    modals.next(modals.value.filter((modal) => modal.id !== id));
    settle(result);
  };
  modals.next([
    ...modals.value,
    {
      id,
      title: options.title,
      width: options.width ?? '35%',
      hasClose: options.hasClose ?? true,
      scope,
      draw: () => options.content(close),
      close: () => {
        close();
      },
    },
  ]);
  return { id, closed, close };
}
