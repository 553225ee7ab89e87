import { ScopeProvider, type SlotProps } from '@kituo/sdk';
import { startTransition, useEffect, useState, type ComponentType } from 'react';
import { LoadError } from '../loading/load-error.ts';
import type { PageLoader } from '../loading/page-loader.ts';
import type { PageEntry } from '../registry/page-table.ts';
import { PluginBoundary } from '../shell/plugin-boundary.tsx';
import { scopeOf } from '../shell/plugin-scopes.ts';
import { useText } from '../texts.ts';

export interface FillViewProps {
  readonly loader: PageLoader;
  readonly entry: PageEntry;
  readonly given: SlotProps;
}

/** A plugin's part in another's page: loaded now that it is drawn; what it throws stays its own. */
export function FillView({ loader, entry, given }: FillViewProps) {
  const [attempt, setAttempt] = useState(0);
  const [part, setPart] = useState<ComponentType<SlotProps> | null>(() => loader.peek(entry));
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    let isWanted = true;
    setFailure(null);
    loader.load(entry).then(
      (component) => isWanted && startTransition(() => setPart(() => component)),
      (error: unknown) => {
        globalThis.console.error(`Kituo: ${entry.plugin.name} did not fill its slot`, error);
        if (isWanted) setFailure({ error });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [loader, entry, attempt]);
  const again = async () => {
    // What failed to load is kept as failed until it is forgotten.
    if (failure?.error instanceof LoadError) await loader.reset(entry, failure.error);
    setPart(() => loader.peek(entry));
    setAttempt((last) => last + 1);
  };
  if (failure !== null) return <FailedFill entry={entry} onRetry={again} />;
  if (part === null) return <div className="bp6-skeleton k-opening-row" role="status" />;
  const Part = part;
  return (
    <PluginBoundary
      key={attempt}
      onError={(error) => {
        globalThis.console.error(`Kituo: ${entry.plugin.name} ${entry.page.name} threw`, error);
      }}
      fallback={() => <FailedFill entry={entry} onRetry={again} />}
    >
      <ScopeProvider scope={scopeOf(entry.plugin.name)}>
        <Part {...given} />
      </ScopeProvider>
    </PluginBoundary>
  );
}

function FailedFill(props: { readonly entry: PageEntry; readonly onRetry: () => Promise<void> }) {
  const t = useText();
  return (
    <p className="k-fault" role="alert">
      {t('failed.part')} ({props.entry.plugin.name}){' '}
      <button type="button" className="bp6-button bp6-small" onClick={() => void props.onRetry()}>
        {t('failed.retry')}
      </button>
    </p>
  );
}
