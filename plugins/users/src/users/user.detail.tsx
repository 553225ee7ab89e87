import { Button, useText } from '@kituo/sdk';
import { user } from '@kituo/sdk/contracts';
import { DescriptionList, DetailDrawer, useDetail } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { can } from '@kituo/sdk';
import { userColumns } from './user-fields.ts';
import type { UserRow } from './user-types.ts';

/** One account for a glance, with what can be done with it. */
export function UserDetail(props: {
  readonly opened: UserRow | null;
  readonly actions: readonly RowAction<UserRow>[];
  readonly onClose: () => void;
}) {
  const { opened } = props;
  const t = useText();
  const detail = useDetail(user.getUpdateUserInfo, opened && { userNo: opened.userNo });
  const shown = userColumns.filter(({ code }) => code === null || can(code));
  const allowed = props.actions.filter(
    (action) => detail.data !== null && action.isAllowed(detail.data),
  );
  return (
    <DetailDrawer
      detail={detail}
      isOpen={opened !== null}
      title={opened?.realName ?? t('user.title')}
      onClose={props.onClose}
      actions={allowed.map((action) => (
        <Button
          key={action.name}
          text={action.label}
          variant={action.isDangerous ? 'minimal' : 'solid'}
          intent={action.isDangerous ? 'danger' : 'none'}
          onClick={() => {
            props.onClose();
            if (opened !== null) action.open(opened);
          }}
        />
      ))}
    >
      {(info) => <DescriptionList of={info} columns={shown} />}
    </DetailDrawer>
  );
}
