import { useQuery } from '@tanstack/react-query';
import { session$ } from '../../session/session-store.ts';
import { mayChange, serverEvents$ } from '../../events/server-events.ts';
import { usePluginScope, useSubscription } from '../../scope/use-plugin-scope.ts';
import { useValue } from '../../state/store.ts';
import { queryClient } from '../../api/query-client.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { codeKey } from './dictionary.ts';
import type { Option, OptionSource } from './option-source.ts';

export interface OptionsState {
  readonly options: readonly Option[];
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  retry(): void;
}

/** The options of a source in the reader's language. Remote ones are fetched once and kept for a minute. */
export function useOptions(source: OptionSource): OptionsState {
  const t = usePluginText();
  const kit = useKitText();
  const scope = usePluginScope();
  const { language } = useValue(session$);
  const remote = source.kind === 'remote' ? source : null;
  const reply = useQuery(
    {
      queryKey: scope.queryKey('options', remote?.name, language),
      queryFn: ({ signal }) => (remote === null ? [] : remote.load(signal)),
      enabled: remote !== null,
      staleTime: 60_000,
    },
    queryClient,
  );
  useSubscription(serverEvents$, (event) => {
    // Selects that are read already; a version that did not change is answered in a few bytes.
    if (mayChange(event, 'dictionaries') && remote !== null) void reply.refetch();
  });
  const settled = { isLoading: false, hasFailed: false, retry: () => undefined };
  if (source.kind === 'dictionary') {
    const { dictionary } = source;
    const options = dictionary.codes.map((code) => ({
      value: code,
      label: t(codeKey(dictionary, code)),
    }));
    return { ...settled, options };
  }
  if (source.kind === 'yesNo') {
    return {
      ...settled,
      options: [
        { value: 'true', label: kit('yes') },
        { value: 'false', label: kit('no') },
      ],
    };
  }
  return {
    options: reply.data ?? [],
    isLoading: reply.isLoading,
    hasFailed: reply.isError,
    retry: () => {
      void reply.refetch();
    },
  };
}
