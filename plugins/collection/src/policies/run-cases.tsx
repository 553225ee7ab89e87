import { Button, canOpen, formatCount, formatMoney, Link, NOTHING, useText } from '@kituo/sdk';
import { CASES_TEXTS } from '@kituo/sdk/cases';
import type { casePolicy, policyRun, rules } from '@kituo/sdk/contracts';
import { Answered, PageTurner, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';

type RunCase = policyRun.RunCase;
type Outcome = policyRun.RunCaseOutcome;
type Reply = policyRun.RunCasesReply;

interface Props {
  readonly endpoint: typeof casePolicy.levelRunCases | typeof casePolicy.reminderRunCases;
  readonly run: rules.RunRow;
}

const PAGE_SIZE = 20;
const DESK = {
  ORDER: '/AdminContent/CollectionSystem/CaseAllocation',
  BILL: '/AdminContent/CollectionSystemNew/CaseAllocationNew',
} as const;

/** A run of a policy: folded but for the newest, for each is read when it is opened. */
export function PolicyRun(props: Props & { readonly isNewest: boolean }) {
  const t = useText();
  const [isOpen, setOpen] = useState(props.isNewest);
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        aria-expanded={isOpen}
        text={t('policyRuns.cases')}
        onClick={() => {
          setOpen(!isOpen);
        }}
      />
      {isOpen && <RunCases endpoint={props.endpoint} run={props.run} />}
    </>
  );
}

/** Who got what in a run, and each case of it: whose it became and why, or why nobody's. */
function RunCases({ endpoint, run: { ruleId, versionNo, runAt } }: Props) {
  const t = useText();
  const [asked, setAsked] = useState<{ readonly outcome: Outcome | null; readonly page: number }>({
    outcome: null,
    page: 1,
  });
  const { outcome, page } = asked;
  const filters = { ruleId, versionNo, runAt, ...(outcome !== null && { outcome }) };
  const detail = useDetail(endpoint, { filters, page, pageSize: PAGE_SIZE, sort: null });
  return (
    <Answered detail={detail}>
      {({ rows, total, counts, unlisted, left, people }) => (
        <>
          <Spread people={people} />
          <LeftBy left={left} />
          {unlisted > 0 && <p className="kp-muted">{t('policyRuns.unlisted', { count: unlisted })}</p>}
          {counts.length > 1 && (
            <Outcomes
              counts={counts}
              chosen={outcome}
              onChoose={(chosen) => {
                setAsked({ outcome: chosen, page: 1 });
              }}
            />
          )}
          {rows.length > 0 && <Cases rows={rows} />}
          {total === 0 && unlisted === 0 && <p className="kp-muted">{t('policyRuns.noCases')}</p>}
          <PageTurner
            label={t('policyRuns.cases')}
            page={page}
            pageSize={PAGE_SIZE}
            total={total}
            onTurn={(to) => {
              setAsked({ outcome, page: to });
            }}
          />
        </>
      )}
    </Answered>
  );
}

/** New staff against experienced, then everybody. */
function Spread({ people }: { readonly people: Reply['people'] }) {
  const t = useText();
  if (people.length === 0) return null;
  const groups = (['NEW', 'OLD'] as const).flatMap((group) => {
    const some = people.filter((one) => one.group === group);
    if (some.length === 0) return [];
    const sum = (of: 'cases' | 'amountCents') => some.reduce((all, one) => all + one[of], 0);
    return [{ key: group, name: t(`policyPreview.${group}`), cases: sum('cases'), amountCents: sum('amountCents') }];
  });
  const rows = people.map((one) => ({ ...one, key: one.userNo, name: one.realName }));
  return (
    <table className="kp-small-table" aria-label={t('policyRuns.spread')}>
      <tbody>
        {[...groups, ...rows].map(({ key, name, cases, amountCents }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{t('policyRuns.count', { count: cases })}</td>
            <td>{formatMoney(amountCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LeftBy({ left }: { readonly left: Reply['left'] }) {
  const t = useText();
  const ofCases = useText(CASES_TEXTS);
  if (left.length === 0) return null;
  const reasons = left.map(({ why, cases }) => `${ofCases(`CASE_LEFT_WHY.${why}`)} ${formatCount(cases)}`).join(', ');
  return <p>{t('policyPreview.left', { reasons })}</p>;
}

function Outcomes(props: {
  readonly counts: Reply['counts'];
  readonly chosen: Outcome | null;
  readonly onChoose: (outcome: Outcome | null) => void;
}) {
  const t = useText();
  const all = props.counts.reduce((sum, { cases }) => sum + cases, 0);
  return (
    <div role="group" aria-label={t('field.outcome')}>
      {[{ outcome: null, cases: all }, ...props.counts].map(({ outcome, cases }) => (
        <Button
          key={outcome ?? 'ALL'}
          size="small"
          variant="minimal"
          aria-pressed={props.chosen === outcome}
          active={props.chosen === outcome}
          text={`${t(`RUN_CASE_OUTCOME.${outcome ?? 'ALL'}`)} ${formatCount(cases)}`}
          onClick={() => {
            props.onChoose(outcome);
          }}
        />
      ))}
    </div>
  );
}

function Cases({ rows }: { readonly rows: readonly RunCase[] }) {
  const t = useText();
  const ofCases = useText(CASES_TEXTS);
  return (
    <table className="kp-small-table" aria-label={t('policyRuns.cases')}>
      <thead>
        <tr>
          {['caseNo', 'customerName', 'collectorName'].map((name) => (
            <th key={name} scope="col">
              {ofCases(`field.${name}`)}
            </th>
          ))}
          <th scope="col">{ofCases('cases.why')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.caseNo} ${row.outcome}`}>
            <td>
              <CaseNo of={row} />
              <div className="kp-muted">{`${row.caseLevel} · ${formatMoney(row.dueAtEntryCents)}`}</div>
            </td>
            <td>{row.customerName}</td>
            <td>{row.collectorName ?? NOTHING}</td>
            <td>{sayWhy(row, t, ofCases)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Leads to the case, whenever it entered, where the reader has the desk of its system. */
function CaseNo({ of }: { readonly of: RunCase }) {
  const desk = DESK[of.caseScope];
  if (!canOpen(desk)) return of.caseNo;
  return <Link to={`${desk}?${new URLSearchParams({ caseNo: of.caseNo, entryTime: 'any' })}`}>{of.caseNo}</Link>;
}

type Translate = ReturnType<typeof useText>;

/** By what the engine decided, and as things were then. */
function sayWhy({ outcome, whyGiven, facts, whyLeft, refusedFor }: RunCase, t: Translate, ofCases: Translate): string {
  switch (outcome) {
    case 'GIVEN':
      return [
        ofCases(`CASE_GIVEN_WHY.${whyGiven ?? ''}`),
        facts?.language,
        facts?.mode && t('policyRuns.loadBy', { mode: t(`DIVISION_MODE.${facts.mode}`) }),
        facts?.group && t(`policyPreview.${facts.group}`),
        facts && t('policyRuns.openBefore', { count: facts.openCases }),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'LEFT':
      return `${t('RUN_CASE_OUTCOME.LEFT')}: ${ofCases(`CASE_LEFT_WHY.${whyLeft ?? ''}`)}`;
    case 'REMINDED':
      return t('RUN_CASE_OUTCOME.REMINDED');
    case 'REFUSED':
      return `${t('RUN_CASE_OUTCOME.REFUSED')}: ${t(`CONTACT_REFUSAL.${refusedFor ?? ''}`)}`;
  }
}
