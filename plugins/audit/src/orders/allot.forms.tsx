import { call, Failed, useText } from '@kituo/sdk';
import { auditAllot } from '@kituo/sdk/contracts';
import { Ask, BatchAction, BatchConfirm, fieldsOf, FormDialog, useDetail, useFormValues } from '@kituo/sdk/page';
import type { Action, Batch, OptionSource } from '@kituo/sdk/page';
import { ALLOT_MODE } from './order-fields.ts';
import type { AllottableRow, BatchRequest, Chosen } from './use-allot-actions.ts';
import './orders.css';

const { TreeSelect, Segmented, MultiSelect } = fieldsOf<Record<'auditorUserNos' | 'allotMode', unknown>>();
/** Lines of orders that find nobody; the count above them covers all. */
const LEFT_LINES = 5;

/** Who may get an order: those who may not are shown, with the reason. */
function reviewersFor(orderNo: string | null, hint: (open: number, cap: number) => string): OptionSource {
  return {
    kind: 'remote',
    name: `auditAllot.auditors:${orderNo ?? 'all'}`,
    load: async (signal) => {
      const request = orderNo === null ? {} : { orderNo };
      const all = await call(auditAllot.auditors, request, {
        signal,
        showLoading: false,
        quiet: true,
      });
      const ranked = [...all].sort((one, other) => Number(one.refusal !== null) - Number(other.refusal !== null));
      return ranked.map((one) => ({
        value: one.auditorUserNo,
        label: one.auditorName,
        isDisabled: one.refusal !== null,
        hint: one.refusal ?? hint(one.openCount, one.dailyCap),
      }));
    },
  };
}

/** Chooses the reviewer of one order, of those who may get it. */
export function AllotForm(props: { readonly action: Action<AllottableRow, Chosen> }) {
  const t = useText();
  const orderNo = props.action.subject?.orderNo ?? null;
  const source = reviewersFor(orderNo, (open, cap) => t('allot.openOf', { open, cap }));
  return (
    <FormDialog action={props.action} defaults={(): Chosen => ({ auditorUserNos: null })}>
      <TreeSelect name="auditorUserNos" source={source} hint={t('allot.hint')} />
    </FormDialog>
  );
}

export function RecallConfirm(props: { readonly action: Action<AllottableRow> }) {
  const t = useText();
  return <Ask action={props.action} say={() => t('allot.recallEffect')} />;
}

/** Orders to several reviewers, with who would get how many before anything is sent. */
export function AllotManyForm(props: {
  readonly batch: Batch<BatchRequest>;
  /** Who is chosen at first: whom the orders were dropped on. */
  readonly auditorUserNos?: readonly string[];
}) {
  const t = useText();
  const source = reviewersFor(null, (open, cap) => t('allot.openOf', { open, cap }));
  const first = props.auditorUserNos ?? [];
  return (
    <BatchAction
      batch={props.batch}
      nameOf={(orderNo) => orderNo}
      defaults={(): BatchRequest => ({
        allotMode: first.length === 1 ? 'ONE_PERSON' : 'AVERAGE',
        auditorUserNos: [...first],
      })}
    >
      {({ ids }) => (
        <>
          <Segmented name="allotMode" options={ALLOT_MODE} />
          <MultiSelect name="auditorUserNos" source={source} />
          <Preview orderNos={ids ?? []} />
        </>
      )}
    </BatchAction>
  );
}

function Preview(props: { readonly orderNos: readonly string[] }) {
  const t = useText();
  const values = useFormValues();
  const asked = auditAllot.preview.request.safeParse({ ...values, orderNos: [...props.orderNos] });
  const isOne = asked.success && asked.data.allotMode === 'ONE_PERSON';
  const chosen = asked.success ? (asked.data.auditorUserNos?.length ?? 0) : 0;
  const isComplete = chosen > 0 && (!isOne || chosen === 1);
  const preview = useDetail(auditAllot.preview, isComplete && asked.success ? asked.data : null);
  if (isOne && chosen > 1)
    return (
      <p className="au-wrong" role="alert">
        {t('allot.oneOnly')}
      </p>
    );
  if (!isComplete) return <p className="kp-muted">{t('allot.chooseFirst')}</p>;
  if (preview.error !== null) {
    return <Failed error={preview.error} onRetry={preview.refresh} />;
  }
  if (preview.data === null) return <p className="kp-muted">{t('allot.looking')}</p>;
  const { people, left } = preview.data;
  return (
    <div aria-live="polite">
      <table className="au-preview">
        <thead>
          <tr>
            <th>{t('field.auditorName')}</th>
            <th className="au-right">{t('allot.gets')}</th>
            <th className="au-right">{t('allot.openThen')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((one) => (
            <tr key={one.auditorUserNo}>
              <td>{one.auditorName}</td>
              <td className="au-right ks-figures">{one.gets}</td>
              <td className="au-right ks-figures">
                {t('allot.openOf', { open: one.openCount + one.gets, cap: one.dailyCap })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left.length > 0 && (
        <div className="au-left">
          <b>{t('allot.left', { count: left.length })}</b>
          <ul className="kp-facts">
            {left.slice(0, LEFT_LINES).map((one) => (
              <li key={one.orderNo}>
                {one.orderNo}: {one.reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

export function RecallManyConfirm(props: { readonly batch: Batch }) {
  const t = useText();
  return (
    <BatchConfirm
      batch={props.batch}
      nameOf={(orderNo) => orderNo}
      describe={({ count }) => <p>{t('allot.recallManyEffect', { count })}</p>}
    />
  );
}
