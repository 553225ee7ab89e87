import { createContext, createElement, useContext, useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import type { Observable } from 'rxjs';
import { textOf, textRevisionOf } from '../i18n/texts.ts';
import type { Translate } from '../i18n/texts.ts';
import { useValue } from '../state/store.ts';
import { createScope } from './scope.ts';
import type { PluginScope } from './scope.ts';

/** The scope of what belongs to no plugin. */
export const hostScope: PluginScope = createScope('host');

const ScopeContext = createContext<PluginScope>(hostScope);

/** Gives a plugin's pages their scope. */
export function ScopeProvider(props: { readonly scope: PluginScope; readonly children: ReactNode }): ReactNode {
  return createElement(ScopeContext.Provider, { value: props.scope }, props.children);
}

/**
 * The scope of the plugin that draws this component; the host's outside of plugins.
 *
 * @example const scope = usePluginScope(); scope.toast.success(t('user.saved'));
 */
export function usePluginScope(): PluginScope {
  return useContext(ScopeContext);
}

/**
 * The texts of the plugin that draws this component; draws again when the language changes.
 *
 * @example const t = useText(); return <h1>{t('user.title')}</h1>;
 */
export function useText(namespace?: string): Translate {
  const scope = usePluginScope();
  const name = namespace ?? scope.name;
  useValue(textRevisionOf(name));
  return (key, values) => textOf(name, key, values);
}

/**
 * Subscribes for as long as the component stands; the subscription belongs to the plugin's scope.
 *
 * @example useSubscription(serverEvents$, (event) => mayChange(event, 'warnings') && list.refresh());
 */
export function useSubscription<T>(source: Observable<T>, next: (value: T) => void): void {
  const scope = usePluginScope();
  const latest = useEffectEvent(next);
  useEffect(() => {
    const subscription = scope.subscribe(source, (value) => {
      latest(value);
    });
    return () => {
      subscription.unsubscribe();
    };
  }, [scope, source]);
}

/**
 * Calls `run` every `milliseconds` for as long as the component stands.
 *
 * @example useInterval(() => void list.refetch(), 60_000);
 */
export function useInterval(run: () => void, milliseconds: number): void {
  const scope = usePluginScope();
  const latest = useEffectEvent(run);
  useEffect(
    () =>
      scope.every(milliseconds, () => {
        latest();
      }),
    [scope, milliseconds],
  );
}
