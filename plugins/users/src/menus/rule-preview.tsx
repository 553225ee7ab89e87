import { useText } from '@kituo/sdk';
import { menuRules } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { useState } from 'react';

type Seen = ReplyOf<typeof menuRules.dataRulesPreview>;

/** What one person would see of the page under the rules as they are typed. */
export function RulePreview(props: {
  readonly menuNo: string;
  readonly people: readonly { readonly userNo: string; readonly realName: string }[];
  readonly rules: readonly menuRules.DataRule[];
}) {
  const { menuNo, people } = props;
  const t = useText();
  const [userNo, setUserNo] = useState('');
  const rules = props.rules.map((rule) => ({ ...rule, maskedFields: [...rule.maskedFields] }));
  const preview = useDetail(menuRules.dataRulesPreview, userNo === '' ? null : { menuNo, userNo, rules });
  return (
    <div className="menu-rules-preview">
      <label>
        {t('menus.previewAs')}{' '}
        <select
          className="bp6-input"
          value={userNo}
          onChange={(event) => {
            setUserNo(event.target.value);
          }}
        >
          <option value="">{t('menus.choosePerson')}</option>
          {people.map((person) => (
            <option key={person.userNo} value={person.userNo}>
              {person.realName}
            </option>
          ))}
        </select>
      </label>
      <div aria-live="polite">
        {preview.error !== null && <p role="alert">{preview.error.msg}</p>}
        {preview.data !== null && <Result seen={preview.data} />}
      </div>
    </div>
  );
}

function Result({ seen }: { readonly seen: Seen }) {
  const t = useText();
  const { rowsNow, rowsThen, roles, maskedFields, sample } = seen;
  return (
    <ul className="kp-facts">
      {roles.map(({ roleName, rowScope }) => (
        <li key={roleName}>
          {roleName}: {t(`ROW_SCOPE.${rowScope}`)}
        </li>
      ))}
      {rowsThen !== null && <li>{t('menus.rowsThen', { count: rowsThen, now: rowsNow ?? rowsThen })}</li>}
      {sample.length > 0 && <li>{sample.map(({ name }) => name).join(', ')}</li>}
      {maskedFields.length > 0 && (
        <li>
          {t('menus.maskedFields')}: {maskedFields.map((field) => t(`field.${field}`)).join(', ')}
        </li>
      )}
    </ul>
  );
}
