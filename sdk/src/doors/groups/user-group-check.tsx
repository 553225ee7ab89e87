import { Button, useText } from '@kituo/sdk';
import { userGroup } from '@kituo/sdk/contracts';
import { useDetail, useFormValues } from '@kituo/sdk/page';
import { useEffect, useState } from 'react';
import { DropList } from './drop-list.tsx';
import { GROUPS_TEXTS } from './groups-texts.ts';

/**
 * Checks the group that a form names, and hands on the token that saving asks for; another number takes it back.
 *
 * @example <UserGroupCheck onChecked={(token) => (checked.current = token)} />
 */
export function UserGroupCheck({ onChecked }: { readonly onChecked: (checkToken: string) => void }) {
  const t = useText(GROUPS_TEXTS);
  const { userGroupNo } = useFormValues();
  const typed = typeof userGroupNo === 'string' ? userGroupNo.trim() : '';
  const [asked, setAsked] = useState<string | null>(null);
  const { data } = useDetail(userGroup.check, asked !== null && asked === typed ? { userGroupNo: asked } : null);
  const token = data !== null && data.userGroupNo === typed ? data.checkToken : '';
  useEffect(() => {
    onChecked(token);
  }, [onChecked, token]);
  return (
    <div className="kp-field">
      <Button
        text={t('check')}
        disabled={!/^UG\d+$/.test(typed)}
        onClick={() => {
          setAsked(typed);
        }}
      />
      {data !== null && token !== '' && (
        <>
          <p>
            {data.groupName}: {t('counted', { size: data.size, optedIn: data.optedIn })}
            {data.duplicates > 0 && ` · ${t('duplicates', { count: data.duplicates })}`}
          </p>
          <DropList drops={data.drops} />
        </>
      )}
      {asked !== null && asked === typed && data === null && <p>{t('unchecked')}</p>}
    </div>
  );
}
