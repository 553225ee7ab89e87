import { ScopeProvider, type SlotProps } from '@kituo/sdk';
import { startTransition, useEffect, useState, type ComponentType } from 'react';
import type { PluginHealth } from '../health/plugin-health.ts';
import { LoadError } from '../loading/load-error.ts';
import type { PageLoader } from '../loading/page-loader-parts.ts';
import type { PageEntry } from '../registry/page-table.ts';
import { PluginBoundary } from '../shell/plugin-boundary.tsx';
import { scopeOf } from '../shell/plugin-scopes.ts';
import { useText } from '../texts.ts';

export interface FillViewProps {
  readonly loader: PageLoader;
  readonly health: PluginHealth;
  readonly entry: PageEntry;
  readonly given: SlotProps;
}

/** A plugin's part in another's page: loaded now that it is drawn; what it throws stays its own. */
export function FillView({ loader, health, entry, given }: FillViewProps) {
  const [attempt, setAttempt] = useState(0);
  const [part, setPart] = useState<ComponentType<SlotProps> | null>(() =>
    health.isOut(entry.plugin) ? null : loader.peek(entry),
  );
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    let isWanted = true;
    setFailure(null);
    const { plugin } = entry;
    const since = loader.peek(entry) === null ? performance.now() : null;
    openUnlessOut(loader, health, entry).then(
      (component) => {
        if (!isWanted) return;
        // A frame that is on its way says itself when it stands.
        if (!plugin.isIsolated) health.opened(plugin, since === null ? null : performance.now() - since);
        startTransition(() => setPart(() => component));
      },
      (error: unknown) => {
        globalThis.console.error(`Kituo: ${plugin.name} did not fill its slot`, error);
        if (!isWanted) return;
        health.failed(plugin, error instanceof LoadError ? error.kind : 'evaluation');
        setFailure({ error });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [loader, health, entry, attempt]);
  const again = async () => {
    health.forgive(entry.plugin);
    // What failed to load is kept as failed until it is forgotten.
    if (failure?.error instanceof LoadError) await loader.reset(entry, failure.error);
    setPart(() => loader.peek(entry));
    setAttempt((last) => last + 1);
  };
  const threw = (error: unknown) => {
    globalThis.console.error(`Kituo: ${entry.plugin.name} ${entry.page.name} threw`, error);
    health.failed(entry.plugin, 'render');
  };
  if (failure !== null) return <FailedFill entry={entry} onRetry={again} />;
  if (part === null) return <div className="bp6-skeleton k-opening-row" role="status" />;
  const Part = part;
  return (
    <PluginBoundary key={attempt} onError={threw} fallback={() => <FailedFill entry={entry} onRetry={again} />}>
      <ScopeProvider scope={scopeOf(entry.plugin.name)}>
        <Part {...given} />
      </ScopeProvider>
    </PluginBoundary>
  );
}

/** @throws LoadError `breaker` for a version that failed too often of late in this tab */
async function openUnlessOut(loader: PageLoader, health: PluginHealth, entry: PageEntry) {
  const { name: plugin, version } = entry.plugin;
  if (health.isOut(entry.plugin)) throw new LoadError('breaker', { plugin, version });
  // Loading makes a frame again: what stands already would be taken down with all that was typed in it.
  return loader.peek(entry) ?? (await loader.load(entry));
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
