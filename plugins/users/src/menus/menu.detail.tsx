import { useText } from '@kituo/sdk';
import { DescriptionList, DetailActions, DetailDrawer, known } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { menuColumns } from './menu-fields.ts';
import type { MenuRow } from './menu-row.ts';

/** One entry of the menu: what it is called in each language, what it opens, who holds it, what can be done with it. */
export function MenuDetail(props: {
  readonly opened: MenuRow | null;
  readonly actions: readonly RowAction<MenuRow>[];
  readonly onClose: () => void;
}) {
  const { opened, actions, onClose } = props;
  const t = useText();
  if (opened === null) return null;
  return (
    <DetailDrawer
      detail={known(opened)}
      isOpen
      title={opened.entryName}
      onClose={onClose}
      actions={<DetailActions row={opened} current={opened} actions={actions} onClose={onClose} />}
    >
      {(row) => (
        <DescriptionList
          of={row}
          columns={menuColumns}
          instead={{
            entryName: (
              <ul className="menu-names" aria-label={t('field.menuName')}>
                {Object.entries(row.menuName).map(([languageCode, name]) => (
                  <li key={languageCode}>
                    <span className="kp-muted">{languageCode}</span> <span lang={languageCode}>{name || '-'}</span>
                  </li>
                ))}
              </ul>
            ),
          }}
        />
      )}
    </DetailDrawer>
  );
}
