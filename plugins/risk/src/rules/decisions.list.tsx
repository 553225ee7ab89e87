import { Link, useText } from '@kituo/sdk';
import { ruleSet } from '@kituo/sdk/contracts';
import {
  Answered,
  containing,
  count,
  defineColumns,
  defineFilters,
  DescriptionList,
  flag,
  ListScreen,
  merchantOptions,
  number,
  oneOf,
  status,
  text,
  time,
  useDetail,
  useListPage,
} from '@kituo/sdk/page';
import { ScoreOf } from '../models/score-of.tsx';
import { RULE_DECISION } from '../parts/codes.ts';
import { shownValue } from '../parts/money-values.ts';
import './rules.css';

type Row = ruleSet.Evaluation;
const ORDER = '/AdminContent/OrderDetailAudit/OrderDetail';

const columns = defineColumns<Row>([
  number('orderNo', { width: 150 }),
  status('decision', RULE_DECISION, { width: 120 }),
  text('decidedBy', { width: 220 }),
  text('refuseCode', { width: 110 }),
  text('merchantName', { width: 150 }),
  text('ruleSetCode', { width: 110 }),
  count('versionNo', { width: 80 }),
  flag('isHalted', { width: 120 }),
  time('evaluatedAt', { sortable: true, width: 165 }),
]);
const filters = defineFilters({
  orderNo: containing({ example: 'LO00000001' }),
  decision: oneOf(RULE_DECISION),
  merchantNo: oneOf(merchantOptions),
  refuseCode: containing({ example: 'M101' }),
  ruleSetCode: containing({ example: 'R000001' }),
});

/** What the machine decided, each with the lines it was read from. */
export function DecisionList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: ruleSet.evaluationPage,
    idOf: (row) => String(row.evaluationId),
    columns,
    filters,
    defaultSort: '-evaluatedAt',
    file: { endpoint: ruleSet.evaluationExport, jobKind: 'riskEvaluations.export' },
  });
  return (
    <ListScreen
      of={screen}
      title={t('ruleSet.decisions')}
      rowActions={[]}
      detail={(row) => <Lines row={row} />}
      emptyText={t('ruleSet.noDecisions')}
    />
  );
}

function Lines({ row }: { readonly row: Row }) {
  const t = useText();
  const replay = useDetail(ruleSet.evaluationReplay, { evaluationId: String(row.evaluationId) });
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <p>
        <Link to={`${ORDER}?orderNo=${row.orderNo}&source=RuleSet`}>{row.orderNo}</Link>
      </p>
      <table className="rk-items">
        <thead>
          <tr>
            {['priority', 'ruleName', 'condition', 'value', 'isHit'].map((field) => (
              <th key={field} scope="col">
                {t(`field.${field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row.lines.map((line) => (
            <tr key={`${line.priority} ${line.ruleName}`} data-hit={line.isHit ? '' : undefined}>
              <td>{line.priority}</td>
              <th scope="row">{line.ruleName}</th>
              <td>
                {t(`RULE_FIELD.${line.fieldKey}`)} {t(`RULE_OPERATOR.${line.operator}`)}{' '}
                {shownValue(line.fieldKey, line.threshold)}
              </td>
              <td>{line.value === null ? '-' : shownValue(line.fieldKey, line.value)}</td>
              <td>{line.isHit ? t(`RULE_DECISION.${line.decision}`) : t('ruleSet.noHit')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {row.applicantReasons.length > 0 && (
        <p>{t('ruleSet.toApplicant', { reasons: row.applicantReasons.join('; ') })}</p>
      )}
      {row.score && <ScoreOf trace={row.score} />}
      <Answered detail={replay}>
        {({ isSame, differences }) => (
          <p className={isSame ? 'kp-muted' : 'kp-note kp-note-wrong'}>
            {isSame ? t('ruleSet.replaySame') : t('ruleSet.replayDiffers', { what: differences.join(', ') })}
          </p>
        )}
      </Answered>
    </>
  );
}
