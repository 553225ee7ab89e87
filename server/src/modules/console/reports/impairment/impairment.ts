import { impairmentReport } from '@kituo/sdk/contracts';
import { defineReport } from '../engine/define-report.ts';
import type { Counted, Derived, Measure } from '../engine/source.ts';
import { cents, counted, ratio, type Words } from '../shared/formulas.ts';
import { exposures } from './exposures.ts';

const OPENING = `e.side = 'OPENING'`;
const CLOSING = `e.side = 'CLOSING'`;
const PROVISION = 'provision, of each loan gross x PD x LGD to the cent';

const sum = (words: Words, formula: string, where: string, value: string): Counted =>
  cents(words, 'exposures', formula, where, value);
/** What loans of a cause moved the provision by: with the closing side added and the opening one taken off. */
const moved = (words: Words, formula: string, cause: string): Counted =>
  sum(
    words,
    formula,
    `e.cause = '${cause}'`,
    `case when ${CLOSING} then e.provision_cents else -e.provision_cents end`,
  );
/** A sum that says nothing while loans are left without rates. */
const rated = ([en, zh]: Words, formula: string, part: string, unrated: string): Derived => ({
  en,
  zh,
  formula,
  parts: [part, unrated],
  from: (row) => (row.of(unrated) === 0 ? row.of(part) : null),
});
const COVERAGE = ratio(['Coverage', '拨备覆盖率'], 'provision / gross carrying amount', 'ratedCents', 'grossCents');
const MOVEMENTS = [
  'newProvisionCents',
  'worsenedProvisionCents',
  'improvedProvisionCents',
  'remeasuredProvisionCents',
  'repaidProvisionCents',
  'chargedOffProvisionCents',
] as const;
type Part = 'ratedCents' | 'unratedCents' | 'openingRatedCents' | 'openingUnratedCents';

const measures: Record<keyof typeof impairmentReport.measures | Part, Measure> = {
  loans: counted(['Loans', '贷款笔数'], 'exposures', 'loans that owe something on the last day', CLOSING),
  grossCents: sum(
    ['Gross carrying amount', '账面总额'],
    'B(receivable) of running loans on the last day, before provision',
    CLOSING,
    'e.gross_cents',
  ),
  provisionCents: rated(
    ['Provision', '减值准备'],
    `${PROVISION}, rates of the last day; none while rates are missing`,
    'ratedCents',
    'unratedCents',
  ),
  coveragePct: {
    ...COVERAGE,
    parts: [...COVERAGE.parts, 'unratedCents'],
    from: (row) => (row.of('unratedCents') === 0 ? COVERAGE.from(row) : null),
  },
  openingGrossCents: sum(
    ['Opening gross', '期初账面总额'],
    'B(receivable) of running loans on the day before the period',
    OPENING,
    'e.gross_cents',
  ),
  openingProvisionCents: rated(
    ['Opening provision', '期初减值准备'],
    `${PROVISION}, on the day before the period with the rates of that day`,
    'openingRatedCents',
    'openingUnratedCents',
  ),
  newProvisionCents: moved(['New loans', '新增贷款'], 'provision of loans that owed nothing at the opening', 'NEW'),
  worsenedProvisionCents: moved(
    ['To a worse stage', '转入更差阶段'],
    'provision by closing less by opening, of loans in a later stage; out of the stage they left, into the one they entered',
    'WORSENED',
  ),
  improvedProvisionCents: moved(
    ['To a better stage', '转入更好阶段'],
    'the same, of loans in an earlier stage',
    'IMPROVED',
  ),
  remeasuredProvisionCents: moved(
    ['Remeasured', '重新计量'],
    'provision by closing less by opening, of loans in the same stage: balance, bucket or rates moved',
    'REMEASURED',
  ),
  repaidProvisionCents: moved(['Repaid', '已结清'], 'opening provision of loans that owe nothing any more', 'REPAID'),
  chargedOffProvisionCents: moved(
    ['Charged off', '已核销'],
    'opening provision of loans that were charged off in the period',
    'CHARGED_OFF',
  ),
  movementCheckCents: {
    en: 'Movement check',
    zh: '变动核对',
    formula: 'opening provision + all movements - provision; always 0',
    parts: [...MOVEMENTS],
    from: (row) =>
      row.of('openingUnratedCents') + row.of('unratedCents') === 0
        ? row.of('openingRatedCents') + MOVEMENTS.reduce((all, name) => all + row.of(name), 0) - row.of('ratedCents')
        : null,
  },
  ratedCents: sum(['Provision of loans', '各笔减值准备'], PROVISION, CLOSING, 'e.provision_cents'),
  unratedCents: sum(
    ['Gross without rates', '无损失率的账面总额'],
    'gross carrying amount for which no rates are in force',
    `${CLOSING} and e.provision_cents is null`,
    'e.gross_cents',
  ),
  openingRatedCents: sum(['Opening provision of loans', '期初各笔减值准备'], PROVISION, OPENING, 'e.provision_cents'),
  openingUnratedCents: sum(
    ['Opening gross without rates', '期初无损失率的账面总额'],
    'opening gross carrying amount for which no rates were in force',
    `${OPENING} and e.provision_cents is null`,
    'e.gross_cents',
  ),
};

/** Stages, expected credit losses and what moved them, by IFRS 9; see docs/impairment.md. */
export const impairment = defineReport({
  name: 'impairment',
  codesOf: 'financial',
  title: { en: 'Impairment report', zh: '减值报表' },
  endpoints: impairmentReport,
  units: impairmentReport.measures,
  dimension: 'STAGE_BUCKET',
  sources: { exposures },
  measures,
});
