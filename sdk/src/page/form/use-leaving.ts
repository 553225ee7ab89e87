import { useCallback, useRef } from 'react';
import { confirm } from '../../feedback/confirm.tsx';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { useKitText } from '../platform.ts';

/** Closing a form that may hold something typed. */
export interface Leaving {
  /** The form tells whether anything would be lost now. */
  readonly tell: (isDirty: boolean) => void;
  /** Closes, after a question where something would be lost. */
  readonly leave: () => void;
}

export function useLeaving(close: () => void): Leaving {
  const scope = usePluginScope();
  const kit = useKitText();
  const isDirty = useRef(false);
  const isAsking = useRef(false);
  const ask = async (): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    const question = {
      title: kit('form.discardTitle'),
      text: kit('form.discardText'),
      confirmText: kit('form.discard'),
      cancelText: kit('form.keep'),
      intent: 'danger',
    } as const;
    const isDiscarded = await confirm(question, scope);
    isAsking.current = false;
    if (isDiscarded) close();
  };
  const tell = useCallback((now: boolean) => {
    isDirty.current = now;
  }, []);
  return {
    tell,
    leave: () => {
      if (isDirty.current) void ask();
      else close();
    },
  };
}
