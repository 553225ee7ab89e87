import { useText } from '@kituo/sdk';
import { user } from '@kituo/sdk/contracts';
import { DescriptionList, DetailActions, DetailDrawer, DetailTabs, Reveal, useDetail } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { can } from '@kituo/sdk';
import { PersonSimulator } from '../roles/simulator.tsx';
import { contactColumns, userColumns } from './user-fields.ts';
import type { UserInfo, UserRow } from './user-types.ts';
import { UserReveals } from './user-reveals.tsx';
import { UserSessions } from './user-sessions.tsx';

/** One account for a glance, with what can be done with it. */
export function UserDetail(props: {
  readonly opened: UserRow | null;
  readonly actions: readonly RowAction<UserRow>[];
  readonly onClose: () => void;
}) {
  const { opened } = props;
  const t = useText();
  const detail = useDetail(user.getUpdateUserInfo, opened && { userNo: opened.userNo });
  return (
    <DetailDrawer
      detail={detail}
      isOpen={opened !== null}
      title={opened?.realName ?? t('user.title')}
      onClose={props.onClose}
      actions={<DetailActions row={opened} current={detail.data} actions={props.actions} onClose={props.onClose} />}
    >
      {(info) => (
        <DetailTabs
          label={info.realName}
          parameter="detail"
          tabs={[
            { name: 'facts', content: () => <Facts info={info} /> },
            { name: 'can', content: () => <PersonSimulator userNo={info.userNo} /> },
            { name: 'sessions', content: () => <UserSessions info={info} /> },
            { name: 'reveals', content: () => <UserReveals userNo={info.userNo} /> },
          ]}
        />
      )}
    </DetailDrawer>
  );
}

/** The account's fields; contacts that are masked can be shown for a purpose. */
function Facts({ info }: { readonly info: UserInfo }) {
  const shown = [...userColumns, ...contactColumns].filter(({ code }) => code === null || can(code));
  const { userNo, phone, email, isContactShown } = info;
  return (
    <DescriptionList
      of={info}
      columns={shown}
      {...(!isContactShown && {
        instead: {
          phone: <Reveal kind="user.phone" subjectNo={userNo} masked={phone} />,
          ...(email !== null && {
            email: <Reveal kind="user.email" subjectNo={userNo} masked={email} />,
          }),
        },
      })}
    />
  );
}
