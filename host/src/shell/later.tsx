import { startTransition, useEffect, useState, type ComponentType } from 'react';
import { useText } from '../texts.ts';

export interface LaterProps<Props> {
  /** Imports the part; the same function every time, so that it is imported once. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/** Draws a part of the shell from a chunk of its own. Awaited here: Suspense holds a reveal back. */
export function Later<Props extends object>({ load, props }: LaterProps<Props>) {
  const t = useText();
  const [Part, setPart] = useState<{ readonly component: ComponentType<Props> } | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (component) => isCurrent && startTransition(() => setPart({ component })),
      () => isCurrent && setHasFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  if (hasFailed) return <p className="k-fault">{t('failed.part')}</p>;
  return Part === null ? null : <Part.component {...props} />;
}
