import { call, formatMoney, useText } from '@kituo/sdk';
import { caseRepay, change, type collection } from '@kituo/sdk/contracts';
import { allowedAs, BatchAction, fieldsOf, FormDialog, useAction, useBatch } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import { CREDIT_TEXTS } from './credit-texts.ts';

const SYSTEMS = {
  ORDER: { repay: caseRepay.byOrder, approvals: change.changeFamilies.caseAttribution, job: 'caseRepay.attribution' },
  BILL: {
    repay: caseRepay.byBill,
    approvals: change.changeFamilies.caseAttributionStage,
    job: 'caseRepayStage.attribution',
  },
} as const;

interface Acted {
  readonly allowedActions: readonly string[];
}

/**
 * What is credited: lines of repayments, all that came in on a case, or what an application paid in a system. With the
 * most that one request names.
 */
const SUBJECTS = {
  lineNos: { batch: 'attributionBatch', most: 500 },
  caseIds: { batch: 'caseAttributionMany', most: 100 },
  // Of both systems together: `useCreditTogether`.
  applicationNos: { batch: 'manyTogether', most: 100 },
} as const;
type Subject = keyof typeof SUBJECTS;

interface Values extends Record<string, unknown> {
  readonly collectionUserNo: string | null;
  readonly reason: string;
}
const { Select, Text } = fieldsOf<Values>();
const nothing = (): Values => ({ collectionUserNo: null, reason: '' });

interface Correctable<Row> {
  readonly scope: collection.CaseScope;
  readonly subject: Subject;
  /** What a row stands for. */
  readonly numbersOf: (row: Row) => readonly string[];
  /** What the dialog calls it. */
  readonly factsOf: (row: Row) => { readonly name: string; readonly cents: number };
}

const named = (subject: Subject, numbers: readonly string[]): Partial<Record<Subject, string[]>> => ({
  [subject]: [...numbers],
});
const asked = (subject: Subject, numbers: readonly string[], { collectionUserNo, reason }: Values) => ({
  ...named(subject, numbers),
  collectionUserNo: collectionUserNo ?? '',
  reason,
});

/** Credits what a row stands for to somebody else who had the case. An approver decides; nothing is posted. */
export function useCorrection<Row>(
  { scope, subject, numbersOf, factsOf }: Correctable<Row>,
  list: { readonly refresh: () => void },
) {
  const t = useText(CREDIT_TEXTS);
  const { repay, approvals } = SYSTEMS[scope];
  const correct = useAction({
    words: t,
    name: 'correctAttribution',
    endpoint: repay.correct,
    request: (row: Row, values: Values) => asked(subject, numbersOf(row), values),
    list: { refresh: list.refresh },
    waitsIn: approvals,
    facts: (row) => {
      const { name, cents } = factsOf(row);
      return { name, money: formatMoney(cents) };
    },
  });
  return { scope, subject, numbersOf, correct };
}

/**
 * The same of a row and of those that are selected, whose ids are the numbers.
 *
 * @example const credit = useCorrections({ scope, subject: 'caseIds', numbersOf, factsOf }, list);
 */
export function useCorrections<Row extends Acted>(of: Correctable<Row>, list: List<Row>) {
  const { repay, approvals, job } = SYSTEMS[of.scope];
  const { batch: name, most } = SUBJECTS[of.subject];
  const one = useCorrection(of, list);
  const batch = useBatch({
    name,
    endpoint: repay.correct,
    jobKind: job,
    list,
    request: ({ ids }, values: Values) => asked(of.subject, ids ?? [], values),
    most,
    waitsIn: approvals,
  });
  return { ...one, batch, rowAction: allowedAs(one.correct, 'correctAttribution') };
}

/** The dialog of a correction. */
export function CorrectionForm<Row>({ of }: { readonly of: ReturnType<typeof useCorrection<Row>> }) {
  return (
    <FormDialog action={of.correct} defaults={nothing}>
      {(row) => <Fields scope={of.scope} subject={of.subject} numbers={of.numbersOf(row)} />}
    </FormDialog>
  );
}

/** The dialogs of corrections: of a row, and of what is selected. */
export function CorrectionForms<Row extends Acted>(props: { readonly of: ReturnType<typeof useCorrections<Row>> }) {
  const { of } = props;
  return (
    <>
      <CorrectionForm of={of} />
      <BatchAction batch={of.batch} defaults={nothing} nameOf={(id) => id}>
        {({ ids }) => <Fields scope={of.scope} subject={of.subject} numbers={ids ?? []} />}
      </BatchAction>
    </>
  );
}

function Fields(props: {
  readonly scope: collection.CaseScope;
  readonly subject: Subject;
  readonly numbers: readonly string[];
}) {
  const { scope, subject, numbers } = props;
  const t = useText(CREDIT_TEXTS);
  const { collectors } = SYSTEMS[scope].repay;
  return (
    <>
      <p className="kp-muted">{t('effect')}</p>
      <Select
        name="collectionUserNo"
        options={{
          kind: 'remote',
          name: `${collectors.name} ${numbers.join(' ')}`,
          load: async (signal) => {
            const held = await call(collectors, named(subject, numbers), { signal, showLoading: false, quiet: true });
            return held.map(({ userNo, realName }) => ({ value: userNo, label: realName }));
          },
        }}
      />
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}
