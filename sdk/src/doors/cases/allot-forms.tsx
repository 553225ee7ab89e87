import { useText } from '@kituo/sdk';
import { Ask, AskReason, BatchAction, BatchConfirm, fieldsOf, FormDialog } from '@kituo/sdk/page';
import { AllotPicker } from './allot-picker.tsx';
import type { DeskScope } from './case-system.ts';
import { MergedResult } from './load-forecast.tsx';
import { CASES_TEXTS } from './cases-texts.ts';
import { ALLOTTING } from './use-allot-actions.ts';
import type { AllotActions } from './use-allot-actions.ts';

const { Text } = fieldsOf<{ readonly reason: string }>();
const name = (caseNo: string) => caseNo;

/** The dialogs of the allocation desk. */
export function AllotForms({ scope, actions }: { readonly scope: DeskScope; readonly actions: AllotActions }) {
  const t = useText(CASES_TEXTS);
  const { onPlan } = actions;
  const resultOf =
    scope === 'BOTH' ? ({ jobNo }: { readonly jobNo: string }) => <MergedResult jobNo={jobNo} /> : undefined;
  const defaults = () => ALLOTTING;
  return (
    <>
      <FormDialog action={actions.distribute} defaults={defaults}>
        {(row) => (
          <AllotPicker scope={scope} row={row} onPlan={onPlan} caseIds={[]} isDivisible={false} takesReason={false} />
        )}
      </FormDialog>
      <FormDialog action={actions.redistribute} defaults={defaults}>
        {(row) => <AllotPicker scope={scope} row={row} onPlan={onPlan} caseIds={[]} isDivisible={false} takesReason />}
      </FormDialog>
      <AskReason action={actions.join}>
        <p>{actions.join.textOf('effect')}</p>
      </AskReason>
      <Ask
        action={actions.recall}
        say={({ caseNo, previousCollectorName: previous }) =>
          previous === null ? t('cases.toPool', { name: caseNo }) : t('cases.toPrevious', { name: caseNo, previous })
        }
      />
      <AskReason action={actions.retain}>
        <p>{t('cases.retainEffect')}</p>
      </AskReason>
      <Ask action={actions.cancelRetain} say={() => t('cases.cancelRetainEffect')} />
      <BatchAction batch={actions.distributeMany} nameOf={name} defaults={defaults} resultOf={resultOf}>
        {({ ids }) => <AllotPicker scope={scope} onPlan={onPlan} caseIds={ids ?? []} isDivisible takesReason={false} />}
      </BatchAction>
      <BatchAction batch={actions.redistributeMany} nameOf={name} defaults={defaults} resultOf={resultOf}>
        {({ ids }) => <AllotPicker scope={scope} onPlan={onPlan} caseIds={ids ?? []} isDivisible takesReason />}
      </BatchAction>
      <BatchConfirm
        batch={actions.recallMany}
        nameOf={name}
        resultOf={resultOf}
        describe={({ count }) => <p>{t('cases.recallMany', { count })}</p>}
      />
      {scope !== 'BOTH' && (
        <BatchConfirm
          batch={actions.recallUnworked}
          nameOf={name}
          describe={() => <p>{t('cases.recallUnworked')}</p>}
        />
      )}
      <BatchAction batch={actions.retainMany} nameOf={name} defaults={() => ({ reason: '' })}>
        <p>{t('cases.retainEffect')}</p>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <BatchConfirm
        batch={actions.cancelRetainMany}
        nameOf={name}
        describe={() => <p>{t('cases.cancelRetainEffect')}</p>}
      />
    </>
  );
}
