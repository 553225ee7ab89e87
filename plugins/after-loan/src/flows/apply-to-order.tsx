import { Button, Dialog, DialogBody, FormGroup, InputGroup, useText } from '@kituo/sdk';
import type { WriteOff } from '@kituo/sdk/payments';
import { useState } from 'react';
import type { FlowRow } from './flow-fields.ts';

/** Asks for the order of a payment that names none, before the form of the write-off opens with it. */
export function ApplyToOrder(props: {
  readonly row: FlowRow | null;
  readonly writeOff: WriteOff;
  readonly onClose: () => void;
}) {
  const { row, writeOff, onClose } = props;
  const t = useText();
  return (
    <Dialog
      className="kp-dialog"
      isOpen={row !== null}
      title={t('flow.applyTitle', { name: row?.paymentCode ?? '' })}
      transitionDuration={100}
      onClose={onClose}
    >
      {row !== null && (
        <Order
          key={row.flowNo}
          first={row.orderNo ?? ''}
          onClose={onClose}
          onOrder={(orderNo) => {
            onClose();
            writeOff.open({ orderNo, billNo: null, payment: row });
          }}
        />
      )}
    </Dialog>
  );
}

function Order(props: {
  readonly first: string;
  readonly onClose: () => void;
  readonly onOrder: (orderNo: string) => void;
}) {
  const t = useText();
  const [orderNo, setOrderNo] = useState(props.first);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.onOrder(orderNo.trim());
      }}
    >
      <DialogBody>
        <FormGroup label={t('field.orderNo')} labelFor="flow-order" helperText={t('flow.applyHint')}>
          <InputGroup id="flow-order" maxLength={64} value={orderNo} onValueChange={setOrderNo} />
        </FormGroup>
      </DialogBody>
      <div className="kp-foot">
        <Button text={t('flow.applyCancel')} onClick={props.onClose} />
        <Button type="submit" intent="primary" text={t('flow.applyContinue')} disabled={orderNo.trim() === ''} />
      </div>
    </form>
  );
}

/** The row action that opens it, for payments that can be put on an order. */
export function useApplyToOrder(writeOff: WriteOff) {
  const t = useText();
  const [row, setRow] = useState<FlowRow | null>(null);
  return {
    row,
    close: () => {
      setRow(null);
    },
    action: {
      name: 'applyToOrder',
      label: t('action.flowApply.label'),
      isDangerous: false,
      isAllowed: (one: FlowRow) => writeOff.commit.isPermitted && one.allowedActions.includes('apply'),
      open: setRow,
    },
  };
}
