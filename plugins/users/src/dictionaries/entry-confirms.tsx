import { useText } from '@kituo/sdk';
import { ActionButton } from '@kituo/sdk/page';
import type { Action, RowAction } from '@kituo/sdk/page';
import { Ask } from '../parts/ask.tsx';
import type { EntryRow } from './entry-row.ts';
import type { StateWish } from './use-entry-actions.ts';

/** Asks before entries are retired or offered again. */
export function EntryStateConfirm(props: { readonly action: Action<StateWish> }) {
  const t = useText();
  return (
    <Ask
      action={props.action}
      say={({ enabled }) => t(enabled ? 'dictionary.enableText' : 'dictionary.disableText')}
    />
  );
}

export function EntryDeleteConfirm(props: { readonly action: Action<EntryRow> }) {
  const t = useText();
  return (
    <Ask action={props.action} say={(row) => t('dictionary.deleteText', { key: row.dictKey })} />
  );
}

export function ClearCacheConfirm(props: { readonly action: Action<null> }) {
  const t = useText();
  return <Ask action={props.action} say={() => t('dictionary.cacheText')} />;
}

/** What can be done with selected entries. */
export function EntryBatch(props: {
  readonly action: Action<StateWish>;
  readonly chosen: ReadonlyMap<string, EntryRow>;
}) {
  const t = useText();
  const rows = [...props.chosen.values()].filter((row) => row.allowedActions.includes('state'));
  return [true, false].map((enabled) => {
    const action: RowAction<StateWish> = {
      ...props.action,
      label: t(enabled ? 'menus.enable' : 'menus.disable'),
      isAllowed: () => rows.length > 0,
    };
    return <ActionButton key={String(enabled)} action={action} subject={{ rows, enabled }} />;
  });
}
