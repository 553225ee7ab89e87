import { useText } from '@kituo/sdk';
import { ActionButton } from '@kituo/sdk/page';
import type { Action, RowAction } from '@kituo/sdk/page';
import type { MenuRow } from './menu-row.ts';
import type { StateWish } from './use-menu-actions.ts';

/** What can be done with selected entries; operations are rights and are never taken out of a menu. */
export function MenuBatch(props: {
  readonly action: Action<StateWish>;
  readonly chosen: ReadonlyMap<string, MenuRow>;
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
