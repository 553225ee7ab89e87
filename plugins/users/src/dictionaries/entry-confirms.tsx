import { useText } from '@kituo/sdk';
import { Ask } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import type { StateRequest } from '../parts/on-off.tsx';
import type { EntryRow } from './entry-row.ts';

/** Asks before entries are retired or offered again. */
export function EntryStateConfirm(props: { readonly action: Action<StateRequest<EntryRow>> }) {
  const t = useText();
  return (
    <Ask action={props.action} say={({ enabled }) => t(enabled ? 'dictionary.enableText' : 'dictionary.disableText')} />
  );
}

export function EntryDeleteConfirm(props: { readonly action: Action<EntryRow> }) {
  const t = useText();
  return <Ask action={props.action} say={(row) => t('dictionary.deleteText', { key: row.dictKey })} />;
}

export function ClearCacheConfirm(props: { readonly action: Action<null> }) {
  const t = useText();
  return <Ask action={props.action} say={() => t('dictionary.cacheText')} />;
}
