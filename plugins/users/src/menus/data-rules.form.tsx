import { Button, Callout, Dialog, DialogBody, Failed, useText } from '@kituo/sdk';
import { menuRules } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { useState } from 'react';
import { RulePreview } from './rule-preview.tsx';
import { RuleTable } from './rule-table.tsx';
import type { MenuRow } from './menu-row.ts';
import type { RuleValues } from './use-menu-actions.ts';
import type { ShownRules } from './shown-rules.ts';

/** Which rows of a page each role sees and which values masked, simulated as a person before it is saved. */
export function DataRulesForm(props: { readonly action: Action<MenuRow, RuleValues> }) {
  const { action } = props;
  const shown = useDetail(menuRules.dataRules, action.subject && { menuNo: action.subject.menuNo });
  return (
    <Dialog
      className="kp-dialog menu-rules"
      isOpen={action.opened !== null}
      title={action.textOf('title')}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={100}
      onClose={action.close}
    >
      {shown.error !== null ? (
        <DialogBody>
          <Failed error={shown.error} onRetry={shown.refresh} />
        </DialogBody>
      ) : (
        shown.data !== null && <RulesBody key={action.openCount} action={action} shown={shown.data} />
      )}
    </Dialog>
  );
}

function RulesBody(props: { readonly action: Action<MenuRow, RuleValues>; readonly shown: ShownRules }) {
  const { action, shown } = props;
  const t = useText();
  const [rules, setRules] = useState(() => rulesOf(shown));
  const [reason, setReason] = useState('');
  const isChanged = JSON.stringify(rules) !== JSON.stringify(rulesOf(shown));
  return (
    <>
      <DialogBody>
        {action.error !== null && !isBeside(action.error) && (
          <Callout intent="danger" className="kp-fault" role="alert" icon={null}>
            {action.error.msg}
          </Callout>
        )}
        {shown.changeNo !== null && (
          <Callout intent="warning" className="kp-fault" icon={null}>
            {t('menus.rulesWait', { changeNo: shown.changeNo })}
          </Callout>
        )}
        {shown.rules.length === 0 ? (
          <p>{t('menus.noRoles')}</p>
        ) : (
          <>
            <p className="kp-muted">{t('menus.rulesText')}</p>
            <RuleTable
              shown={shown}
              rules={rules}
              faultAt={(field) => action.error?.messageOf(field)}
              onChange={setRules}
            />
            <RulePreview menuNo={shown.menuNo} people={shown.people} rules={rules} />
            <label className="menu-rules-reason">
              {t('field.reason')}
              <input
                className="bp6-input bp6-fill"
                maxLength={200}
                value={reason}
                onChange={(event) => {
                  setReason(event.target.value);
                }}
              />
            </label>
          </>
        )}
      </DialogBody>
      <div className="kp-foot">
        <Button text={t('menus.cancel')} disabled={action.isPending} onClick={action.close} />
        <Button
          intent="primary"
          text={action.textOf('submit')}
          disabled={!isChanged}
          loading={action.isPending}
          onClick={() => {
            void action.submit({ rules, reason });
          }}
        />
      </div>
    </>
  );
}

/** True for a refusal that is beside the rule it is about. */
function isBeside({ fields }: NonNullable<Action<MenuRow>['error']>): boolean {
  return fields.length > 0 && fields.every(({ field }) => field.endsWith('.rowScope'));
}

/** The rules as they are: roles without one are left out. */
function rulesOf({ rules }: ShownRules): readonly menuRules.DataRule[] {
  return rules.flatMap(({ roleNo, rowScope, maskedFields }) =>
    rowScope === null ? [] : [{ roleNo, rowScope, maskedFields }],
  );
}
