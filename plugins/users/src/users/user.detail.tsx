import { can } from '@kituo/sdk';
import { user } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, DetailTabs, Reveal } from '@kituo/sdk/page';
import { PersonSimulator } from '../roles/simulator.tsx';
import { contactColumns, userColumns } from './user-fields.ts';
import type { UserInfo, UserRow } from './user-types.ts';
import { UserReveals } from './user-reveals.tsx';
import { UserSessions } from './user-sessions.tsx';

/** One account for a glance. */
export function UserDetail({ userNo }: Pick<UserRow, 'userNo'>) {
  return (
    <DetailOf endpoint={user.getUpdateUserInfo} request={{ userNo }}>
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
    </DetailOf>
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
