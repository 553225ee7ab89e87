import { useText } from '@kituo/sdk';
import { fieldsOf, useFormValues } from '@kituo/sdk/page';
import { LevelPreview } from './level-preview.tsx';
import { MENU_ICON, MENU_TYPE, parents } from './menu-fields.ts';
import type { MenuFormValues } from './menu-form-values.ts';
import type { MenuRow } from './menu-row.ts';

const {
  Text,
  Select,
  TreeSelect,
  Languages,
  Number: NumberOf,
} = fieldsOf<Record<keyof MenuFormValues & string, unknown>>();

/** The fields of an entry; what its type does not have is not requested. */
export function MenuFields(props: {
  /** Null for a new one: the type is fixed once saved. */
  readonly row: MenuRow | null;
  readonly roots: readonly MenuRow[];
}) {
  const t = useText();
  const { menuType } = useFormValues();
  return (
    <>
      <div className="kp-pair">
        <Select name="menuType" options={MENU_TYPE} isDisabled={props.row !== null} />
        <TreeSelect name="parentMenuNo" isOptional source={parents} hint={t('menus.parentHint')} />
      </div>
      <Languages name="menuName" maxLength={64} />
      {menuType !== 'CATALOGUE' && (
        <Text
          name="perms"
          maxLength={160}
          isOptional={menuType === 'EXTERNAL'}
          hint={t(menuType === 'OPERATION' ? 'menus.codeHint' : 'menus.pageHint')}
        />
      )}
      {menuType === 'EXTERNAL' && <Text name="externalUrl" maxLength={500} hint={t('menus.addressHint')} />}
      <div className="kp-pair">
        {menuType !== 'OPERATION' && <Select name="icon" isOptional options={MENU_ICON} />}
        <NumberOf name="sort" hint={t('menus.sortHint')} />
      </div>
      <Text name="reason" isOptional maxLength={200} hint={t('menus.reasonHint')} />
      {menuType !== 'OPERATION' && <LevelPreview row={props.row} roots={props.roots} />}
    </>
  );
}
