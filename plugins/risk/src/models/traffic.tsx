import { formatDateTime, useText } from '@kituo/sdk';
import { change, riskModel } from '@kituo/sdk/contracts';
import { Answered, fieldsOf, FormDrawer, useAction, useDetail, type RowAction } from '@kituo/sdk/page';
import { useEffect, useState } from 'react';
import { Typed, wholeOf } from '../parts/line-fields.tsx';
import { MODEL_ROLE } from '../parts/codes.ts';
import '../rules/rules.css';

interface Why extends Record<string, unknown> {
  readonly reason: string;
}
interface Chosen {
  readonly role: riskModel.ModelRole | null;
  readonly trafficPercent: number;
}
type Shares = Readonly<Record<string, Chosen>>;

const { Text } = fieldsOf<Why>();
const NONE: Shares = {};

const sharesOf = (shares: Shares): riskModel.Share[] =>
  Object.entries(shares).flatMap(([ruleId, { role, trafficPercent }]) =>
    role === null ? [] : [{ ruleId, role, trafficPercent: role === 'SHADOW' ? 0 : trafficPercent }],
  );

/** Who scores which share of the applications that a model is for: the button of a row, and its form. */
export function useTraffic() {
  const t = useText();
  const [shares, setShares] = useState(NONE);
  const action = useAction({
    name: 'traffic',
    endpoint: riskModel.traffic,
    request: ({ merchantNo, loanType }: riskModel.RiskModelRow, { reason }: Why) => ({
      merchantNo,
      loanType,
      shares: sharesOf(shares),
      reason,
    }),
    waitsIn: change.changeFamilies.riskModel,
    facts: ({ merchantName, loanType }: riskModel.RiskModelRow) => ({
      name: `${merchantName}, ${t(`LOAN_TYPE.${loanType}`)}`,
    }),
  });
  const rowAction: RowAction<riskModel.RiskModelRow> = {
    name: action.name,
    label: action.label,
    isDangerous: false,
    isAllowed: ({ ruleStatus }) => action.isPermitted && ruleStatus === 'ENABLED',
    open: action.open,
  };
  const dialog = (
    <FormDrawer action={action} defaults={(): Why => ({ reason: '' })}>
      {({ ruleId }) => (
        <>
          <SharesEditor ruleId={ruleId} shares={shares} onChange={setShares} />
          <Text name="reason" isLong maxLength={200} />
        </>
      )}
    </FormDrawer>
  );
  return { rowAction, dialog };
}

function SharesEditor(props: {
  readonly ruleId: string;
  readonly shares: Shares;
  readonly onChange: (shares: Shares) => void;
}) {
  const t = useText();
  const { ruleId, shares, onChange } = props;
  const detail = useDetail(riskModel.trafficNow, { ruleId });
  const { data } = detail;
  useEffect(() => {
    if (!data) return;
    const armOf = (id: string) => data.arms.find((arm) => arm.ruleId === id);
    onChange(
      Object.fromEntries(
        data.models.map((model) => [
          model.ruleId,
          { role: armOf(model.ruleId)?.role ?? null, trafficPercent: armOf(model.ruleId)?.trafficPercent ?? 0 },
        ]),
      ),
    );
  }, [data, onChange]);
  const total = sharesOf(shares).reduce((sum, { trafficPercent }) => sum + trafficPercent, 0);
  return (
    <Answered detail={detail}>
      {({ models, hasPending }) => (
        <fieldset className="rk-rules">
          <legend>{t('tab.traffic')}</legend>
          {models.map((model) => {
            const chosen = shares[model.ruleId] ?? { role: null, trafficPercent: 0 };
            const set = (more: Partial<Chosen>): void => {
              onChange({ ...shares, [model.ruleId]: { ...chosen, ...more } });
            };
            return (
              <section key={model.ruleId} className="rk-line" aria-label={model.modelName}>
                <label>
                  {model.modelName}
                  <select
                    className="bp6-input bp6-fill"
                    value={chosen.role ?? ''}
                    onChange={({ target }) => {
                      set({ role: MODEL_ROLE.codes.find((code) => code === target.value) ?? null });
                    }}
                  >
                    <option value="">{t('model.noTraffic')}</option>
                    {MODEL_ROLE.codes.map((code) => (
                      <option key={code} value={code}>
                        {t(`MODEL_ROLE.${code}`)}
                      </option>
                    ))}
                  </select>
                </label>
                {chosen.role !== null && chosen.role !== 'SHADOW' && (
                  <Typed
                    label="trafficPercent"
                    value={String(chosen.trafficPercent)}
                    max={3}
                    onChange={(text) => set({ trafficPercent: wholeOf(text) })}
                  />
                )}
              </section>
            );
          })}
          <p className={total === 100 ? 'kp-muted' : 'kp-note kp-note-wrong'} role="status">
            {t('model.total', { total })}
          </p>
          <p className="kp-muted">{t(hasPending ? 'model.pending' : 'model.stay')}</p>
        </fieldset>
      )}
    </Answered>
  );
}

/** Who scores at present, and how many customers belong to each arm. */
export function Traffic({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  const detail = useDetail(riskModel.trafficNow, { ruleId });
  return (
    <Answered detail={detail}>
      {({ testNo, startedAt, arms }) =>
        startedAt === null ? (
          <p className="kp-muted">{t('model.nobody')}</p>
        ) : (
          <>
            <p>{t('model.since', { no: testNo ?? '-', at: formatDateTime(startedAt) })}</p>
            <table className="rk-items">
              <thead>
                <tr>
                  {['ruleName', 'role', 'trafficPercent', 'customers'].map((field) => (
                    <th key={field} scope="col">
                      {t(`field.${field}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {arms.map((arm) => (
                  <tr key={arm.ruleId}>
                    <th scope="row">{arm.modelName}</th>
                    <td>{t(`MODEL_ROLE.${arm.role}`)}</td>
                    <td>{arm.trafficPercent}</td>
                    <td>{arm.customers}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )
      }
    </Answered>
  );
}
