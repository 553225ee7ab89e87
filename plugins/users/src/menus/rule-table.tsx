import { useText } from '@kituo/sdk';
import { menuRules } from '@kituo/sdk/contracts';
import { useId } from 'react';
import type { ShownRules } from './shown-rules.ts';

type DataRule = menuRules.DataRule;
type Role = ShownRules['rules'][number];

/** A line for each role that holds the page: its rule, and the fields it sees masked. */
export function RuleTable(props: {
  readonly shown: ShownRules;
  readonly rules: readonly DataRule[];
  /** What the server says beside a field of a rule, by its place: `rules.0.rowScope`. */
  readonly faultAt: (field: string) => string | undefined;
  readonly onChange: (rules: readonly DataRule[]) => void;
}) {
  const { shown, rules, faultAt, onChange } = props;
  const t = useText();
  const put = (roleNo: string, rule: DataRule | null): void => {
    const order = shown.rules.map((role) => role.roleNo);
    const next = [...rules.filter((one) => one.roleNo !== roleNo), ...(rule ? [rule] : [])];
    onChange(next.toSorted((one, two) => order.indexOf(one.roleNo) - order.indexOf(two.roleNo)));
  };
  return (
    <div className="menu-rules-scroll" role="region" tabIndex={0} aria-label={t('menus.rules')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('menus.role')}</th>
            <th scope="col">{t('menus.rowScope')}</th>
            <th scope="col">{t('menus.maskedFields')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.rules.map((role) => (
            <RuleLine
              key={role.roleNo}
              role={role}
              rowScopes={shown.rowScopes}
              maskable={shown.maskable}
              fault={faultAt(`rules.${rules.findIndex((rule) => rule.roleNo === role.roleNo)}.rowScope`)}
              rule={rules.find(({ roleNo }) => roleNo === role.roleNo) ?? null}
              onChange={(rule) => {
                put(role.roleNo, rule);
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RuleLine(props: {
  readonly role: Role;
  readonly rule: DataRule | null;
  readonly rowScopes: readonly menuRules.RowScope[];
  readonly fault: string | undefined;
  readonly maskable: readonly string[];
  readonly onChange: (rule: DataRule | null) => void;
}) {
  const { role, rule, maskable, fault, onChange } = props;
  const t = useText();
  const id = useId();
  const { roleNo, roleName } = role;
  // A rule that was made before stays readable.
  const rowScopes = menuRules.rowScope.options.filter(
    (scope) => props.rowScopes.includes(scope) || scope === role.rowScope,
  );
  return (
    <tr>
      <th scope="row">
        {roleName}
        <span className="kp-muted"> {t('menus.holders', { count: role.people })}</span>
      </th>
      <td>
        <select
          className="bp6-input"
          aria-label={`${t('menus.rowScope')}: ${roleName}`}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : id}
          value={rule?.rowScope ?? ''}
          onChange={(event) => {
            const rowScope = menuRules.rowScope.safeParse(event.target.value).data;
            onChange(rowScope === undefined ? null : { roleNo, rowScope, maskedFields: rule?.maskedFields ?? [] });
          }}
        >
          <option value="">{t('menus.noRule', { scope: t(`ROW_SCOPE.${role.roleScope}`) })}</option>
          {rowScopes.map((scope) => (
            <option key={scope} value={scope}>
              {t(`ROW_SCOPE.${scope}`)}
            </option>
          ))}
        </select>
        {fault !== undefined && (
          <p id={id} className="menu-rules-fault" role="alert">
            {fault}
          </p>
        )}
      </td>
      <td>
        {maskable.length === 0 ? (
          <span className="kp-muted">{t('menus.nothingToMask')}</span>
        ) : (
          maskable.map((field) => (
            <label key={field} className="menu-rules-field">
              <input
                type="checkbox"
                aria-label={`${t(`field.${field}`)}: ${roleName}`}
                disabled={rule === null}
                checked={rule?.maskedFields.includes(field) ?? false}
                onChange={(event) => {
                  if (rule === null) return;
                  const others = rule.maskedFields.filter((one) => one !== field);
                  onChange({
                    ...rule,
                    maskedFields: event.target.checked ? [...others, field].toSorted() : others,
                  });
                }}
              />
              {t(`field.${field}`)}
            </label>
          ))
        )}
      </td>
    </tr>
  );
}
